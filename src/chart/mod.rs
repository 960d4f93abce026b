//! Charts: loading them, what `Chart.yaml` may say, their dependencies, their values.
//!
//! [`load()`] reads a directory or an archive into an immutable [`Chart`]; [`Tree`] is the chart
//! with its enabled dependencies for one set of user values, and [`coalesce()`] makes the values
//! that templates see. Only loading touches the disk. Templates are text here; nothing is
//! known of how they are run.

mod archive;
mod coalesce;
mod decode;
mod directory;
mod error;
mod ignore;
mod load;
mod metadata;
mod notice;
mod tree;
mod values;

pub use coalesce::{NullRules, coalesce};
pub use decode::{
    DecodeError, DecodeWording, Decoder, Fault, first_document, is_certain_key, is_certain_value,
    is_field,
};
pub use directory::load;
pub use error::{ChartError, io_text, system_text};
pub use ignore::{Ignore, IgnoreError};
pub use load::{Budget, Chart, File, LoadRules, Loader, MAX_CHART, MAX_FILE, MAX_FILES};
pub use metadata::{Dependency, Maintainer, Metadata, MetadataRules};
pub use notice::{Level, LogStyle, Notice, Site};
pub use tree::{Tree, TreeRules};
pub(crate) use tree::{is_compatible, path_value, table};
pub use values::{ValuesRules, read_values};
