//! A set of parsed templates that can call each other by name.

use std::sync::Arc;

use foldhash::HashMap;

use super::ast::Template;
use super::error::ParseError;
use super::func::Functions;
use super::parser::{self, Parsed};
use crate::source::FileId;
use crate::value::Str;

/// Templates by name. Immutable once it is shared; [`Templates::extend`] makes a set on top
/// of another.
#[derive(Debug, Default)]
pub struct Templates {
    name: Str,
    below: Option<Arc<Templates>>,
    /// The set below wins, save for what this file defines there.
    replaced: Option<Str>,
    own: HashMap<Str, Arc<Template>>,
}

impl Templates {
    /// An empty set. The name appears in the message about a missing template.
    pub fn new(name: &str) -> Templates {
        Templates { name: name.into(), ..Templates::default() }
    }

    /// An empty set that sees everything of another one and can replace its templates.
    pub fn extend(below: &Arc<Templates>) -> Templates {
        let (name, below) = (below.name.clone(), Some(below.clone()));
        Templates { name, below, ..Templates::default() }
    }

    /// An empty set that takes the place of one file in another set: nothing of that file is
    /// seen, and what the other files define wins, as if they were parsed later.
    pub fn in_place_of(file: &Str, whole: &Arc<Templates>) -> Templates {
        Templates { replaced: Some(file.clone()), ..Templates::extend(whole) }
    }

    /// The name of the set.
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// Parses a file and adds its templates.
    ///
    /// # Errors
    /// See [`parser::parse`]; the set is unchanged then.
    pub fn parse(
        &mut self,
        name: &str,
        file: FileId,
        text: Str,
        functions: &Functions,
    ) -> Result<(), ParseError> {
        self.add(&parser::parse(name, file, text, functions)?);
        Ok(())
    }

    /// Adds the templates of a file. One that is there already is replaced, unless the new
    /// body is blank.
    pub fn add(&mut self, parsed: &Parsed) {
        for (name, template) in &parsed.templates {
            let is_blank = template.body.is_empty(&template.source);
            if !(is_blank && self.get(name).is_some()) {
                self.own.insert(name.clone(), template.clone());
            }
        }
    }

    /// The template of a name.
    pub fn get(&self, name: &Str) -> Option<&Arc<Template>> {
        if let Some(file) = &self.replaced {
            let below = self.below.as_ref().and_then(|below| below.get(name));
            let is_elsewhere = |t: &&Arc<Template>| t.source.name.as_bytes() != file.as_bytes();
            return below.filter(is_elsewhere).or_else(|| self.own.get(name));
        }
        match self.own.get(name) {
            Some(template) => Some(template),
            None => self.below.as_ref()?.get(name),
        }
    }
}
