//! All layers of one run, merged.

use super::error::ValuesError;
use super::merge::Tree;
use super::set::{Edit, Rules, SetKind};

/// The layers of a run, in no particular order of flags: Helm's order is applied here.
#[derive(Debug, Clone, Default)]
pub struct Layers {
    /// `defaults.yaml`, then `<os>.yaml`; or a chart's own values.
    pub defaults: Vec<Tree>,
    /// The files of the user, in the order given.
    pub files: Vec<Tree>,
    /// The flags of the user, in the order given.
    pub edits: Vec<Edit>,
}

impl Layers {
    /// The user's part alone: files over each other, then flags. `null`s are kept, since they
    /// are to remove defaults.
    ///
    /// # Errors
    /// The first flag that Helm refuses.
    pub fn user(
        &self,
        rules: Rules,
        read_file: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<Tree, Box<ValuesError>> {
        let mut user = Tree::default();
        for file in &self.files {
            user.overlay(file.clone());
        }
        for kind in SetKind::IN_ORDER {
            for edit in self.edits.iter().filter(|edit| edit.kind == kind) {
                user.set(edit, rules, read_file).map_err(|error| Box::new(error.into()))?;
            }
        }
        Ok(user)
    }

    /// Everything merged: what the templates of a built-in chart see.
    ///
    /// As in Helm, a flag edits what the user's files say, never the defaults: `--set l[0]=x`
    /// replaces a list of the defaults.
    ///
    /// # Errors
    /// The first flag that Helm refuses.
    pub fn merge(
        &self,
        read_file: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<Tree, Box<ValuesError>> {
        let user = self.user(Rules::default(), read_file)?;
        let mut all = Tree::default();
        for layer in &self.defaults {
            all.coalesce(layer.clone());
        }
        all.coalesce(user);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;
    use crate::values::layer::{Mode, read};
    use crate::values::origin::LayerKind;

    #[test]
    fn flags_are_applied_in_the_order_of_helm() {
        let sources = SourceMap::default();
        let layer = |kind, text: &str| read(kind, "f", text.as_bytes(), Mode::Strict, &sources);
        let layers = Layers {
            defaults: vec![
                layer(LayerKind::Defaults, "{a: default, l: [1, 2], os: none}").unwrap(),
                layer(LayerKind::Os, "os: flatcar").unwrap(),
            ],
            files: vec![layer(LayerKind::File, "{b: file, c: file}").unwrap()],
            edits: vec![
                Edit::new(SetKind::Literal, "c=literal"),
                Edit::new(SetKind::Typed, "a=set,c=set,l[0]=9"),
                Edit::new(SetKind::Json, r#"a="json""#),
            ],
        };
        let tree = layers.merge(&mut |_| unreachable!()).unwrap();
        assert_eq!(
            serde_json::to_string(&tree.value).unwrap(),
            r#"{"a":"set","l":[9],"os":"flatcar","b":"file","c":"literal"}"#
        );
    }

    #[test]
    fn a_refused_flag_is_shown_with_a_caret() {
        let layers = Layers { edits: vec![Edit::new(SetKind::Typed, "a")], ..Layers::default() };
        let error = layers.merge(&mut |_| unreachable!()).unwrap_err();
        assert_eq!(error.to_string(), "`--set a`: the key `a` has no value");
        assert_eq!(error.excerpt.as_deref(), Some("--set a\n      ^"));
    }
}
