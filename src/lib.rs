//! # clusterctl-gs: the architecture
//!
//! ## Bird's view
//!
//! Platform teams ship each Kubernetes cluster as a chart of Cluster API objects. This library
//! answers, before the change is merged, what the chart produces, whether that is what was
//! agreed, whether it is right, and what an upgrade to it would do. It works offline: the
//! rules of admission webhooks, controllers, the kubeadm bootstrap provider and Flatcar are
//! tables and small evaluators here.
//!
//! Data flows in one direction, and each arrow is one function with plain data on both sides:
//!
//! ```text
//! chart → values → render → manifest → (golden | rules | upgrade | ignition) → report
//! ```
//!
//! ## Code map
//!
//! | module | what it does | what it must not know |
//! | --- | --- | --- |
//! | [`source`] | texts, byte spans, lines and columns | any format |
//! | [`path`] | field paths such as `spec.files[0].path` | any format |
//! | [`yaml`] | text → [`yaml::Node`] → JSON → text, as go-yaml does | files, Kubernetes |
//! | [`values`] | layers, the `--set` grammar, the origin of every key | templates |
//! | [`schema`] | JSON Schema, judged without compiling | charts, values |
//! | [`chart`] | Helm charts: loading, dependencies, coalescing | templates |
//! | [`value`] | the templates' dynamic value, Go's kinds | YAML, files |
//! | [`gotpl`] | Go text/template | Helm, YAML, files, Kubernetes |
//! | [`funcs`] | the functions of Helm's templates, one file per family | files, Kubernetes |
//! | [`render`] | chart and values → rendered documents | rules, reports |
//! | [`manifest`] | documents → objects, identity, references, node groups | rules, reports |
//! | [`profile`] | versions of the controllers that judge | any rule |
//! | [`golden`] | cases, comparison with golden files, updates | rules |
//! | [`diff`] | structural and textual differences | verdicts |
//! | [`rules`] | lint rules, one file each | formats, flags, files |
//! | [`upgrade`] | what webhooks refuse and what replaces nodes | formats, flags, files |
//! | [`ignition`] | what a node boots with, and which stage refuses it | reports, flags, files |
//! | [`report`] | one file per format | any rule by name |
//! | [`config`] | `clusterctl-gs.yaml` | what the commands do with it |
//! | [`cli`] | one file per subcommand; the only code that prints | – |
//!
//! Start reading at [`cli`] to follow a command, at [`rules`] to add a rule, at
//! [`mod@render`] to change what the built-in charts produce.
//!
//! ## Two trees, on purpose
//!
//! [`yaml::Node`] is what was *written*: immutable, shared between threads, with raw scalar
//! text, style, tag, duplicate keys and spans. What a scalar means is a question of the
//! dialect. Rules, suppressions and every finding's position work on it.
//! [`value::Value`] is what templates *compute* with: Go's dynamic kinds, byte strings, maps
//! with identity, confined to one thread. Neither pretends to be the other. What an API server
//! reads, and webhooks compare, is plain JSON, from [`yaml::to_json`].
//!
//! ## Invariants
//!
//! Those marked T are tested in `tests/it/tidy.rs` or enforced by `.clippy.toml`.
//!
//! 1. `gotpl` imports no `yaml`, `chart`, `render` or `std::fs` (T).
//! 2. Only [`cli`], [`config`], chart loading, the [`golden`] store and [`vcs`] do IO (T).
//! 3. Time, randomness and lookup come from the renderer's environment; same input, same
//!    bytes (T).
//! 4. A rule reads a context and returns findings. It never prints, reads files or knows a
//!    format or a flag (T).
//! 5. A report knows no rule by name (T).
//! 6. Broken user input is data: readers return what they could read, plus findings. No input
//!    makes the program panic, overflow the stack, hang, or write outside the folder it was
//!    told.
//! 7. There is no `unsafe` code, and nothing asynchronous (T).
//! 8. Output order is input order or sorted, never hash order (T).
//! 9. Facts that depend on a version are data, kept readable in the tree; no `if` chain hides
//!    a version.
//!
//! ## Adding things
//!
//! A rule is one file in `src/rules/<group>/` and one line in the group's registry. A report
//! format is one file in `src/report/` and one variant of [`report::Format`]. A subcommand is
//! one file in `src/cli/` and one variant of its `Command`. Tests that walk the registries
//! fail when documentation, examples or order are missing.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests read fixtures"))]

pub mod chart;
pub mod cli;
pub mod config;
pub mod diff;
pub mod finding;
mod fsio;
pub mod funcs;
pub mod glob;
pub mod goglob;
pub mod gojson;
pub mod golden;
pub mod gonum;
pub mod goquote;
pub mod goregex;
pub mod gosemver;
pub mod gotext;
pub mod gotime;
pub mod gotpl;
pub mod ignition;
pub mod manifest;
pub mod path;
pub mod profile;
pub mod render;
pub mod report;
pub mod rules;
pub mod schema;
pub mod source;
pub mod suggest;
mod testing;
pub mod upgrade;
pub mod value;
pub mod values;
pub mod vcs;
pub mod x509;
pub mod yaml;
