//! What Helm looks at in a document that a template printed: its kind, and whether it is a hook.
//!
//! Helm reads every document for this, and so must we, since a fault anywhere in it counts. But
//! hardly any holds more than plain mappings and lists, and for those the events of the reader
//! are enough ([`Walk`]); the others become a tree. Facts: Helm 4.3, `pkg/release/v1/util`.

use crate::chart::{
    DecodeError, DecodeWording, Decoder, Fault, first_document, is_certain_key, is_certain_value,
    is_field,
};
use crate::source::FileId;
use crate::yaml::{Dialect, Event, Events, Node, Properties, Scalar, Style, resolve_plain};

/// What Helm looks at in a document.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub kind: String,
    pub hook: Option<String>,
}

const METADATA: &str = "struct { Name string \"json:\\\"name\\\"\"; Annotations \
                        map[string]string \"json:\\\"annotations\\\"\" }";

impl Head {
    /// Reads the head of a document.
    ///
    /// # Errors
    /// Text that is no YAML, or has other types than an object may have, in Helm's words.
    pub fn read(text: &[u8], wording: DecodeWording) -> Result<Head, DecodeError> {
        match Walk::default().document(text) {
            Some(head) => Ok(head),
            None => Head::of_tree(text, wording),
        }
    }

    fn of_tree(text: &[u8], wording: DecodeWording) -> Result<Head, DecodeError> {
        let mut head = Head::default();
        let Some(root) = first_document(text)? else { return Ok(head) };
        Decoder::wording(wording).fields(&root, "util.SimpleHead", &mut |decoder, key, node| {
            if is_field(key, "apiVersion") {
                decoder.text(node)?;
            } else if is_field(key, "kind") {
                head.kind = decoder.text(node)?.unwrap_or(std::mem::take(&mut head.kind));
            } else if is_field(key, "metadata") {
                let visit =
                    &mut |d: &mut Decoder, key: &str, node: &Node| head.metadata(d, key, node);
                decoder.fields(node, METADATA, visit)?;
            }
            Ok(())
        })?;
        Ok(head)
    }

    fn metadata(&mut self, decoder: &mut Decoder, key: &str, node: &Node) -> Result<(), Fault> {
        if is_field(key, "name") {
            decoder.text(node)?;
        } else if is_field(key, "annotations") {
            let annotations = decoder.text_map(node)?.unwrap_or_default();
            self.hook = annotations.get(HOOK).cloned();
        }
        Ok(())
    }
}

const HOOK: &str = "helm.sh/hook";

/// What stands at a place of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Kind,
    /// Any text; what it says does not matter.
    Text,
    Metadata,
    Annotations,
    Hook,
    /// Not looked at.
    Other,
}

impl Place {
    /// Where the value of a key stands; none when there is more to it than this walk knows.
    fn of_key(self, key: &str) -> Option<Place> {
        let fields: &[(&str, Place)] = match self {
            Place::Root => {
                &[("apiVersion", Place::Text), ("kind", Place::Kind), ("metadata", Place::Metadata)]
            }
            Place::Metadata => &[("name", Place::Text), ("annotations", Place::Annotations)],
            Place::Annotations if key == HOOK => return Some(Place::Hook),
            Place::Annotations => return Some(Place::Text),
            _ => return Some(Place::Other),
        };
        match fields.iter().find(|(name, _)| is_field(key, name)) {
            // Other spellings of a field compete with this one.
            Some((name, place)) => (*name == key).then_some(*place),
            None => Some(Place::Other),
        }
    }
}

/// A collection that is open.
struct Level {
    is_mapping: bool,
    place: Place,
    /// Where the value that comes next stands; none in front of a key.
    next: Option<Place>,
}

/// Reads the head from the events of a document. Gives up at whatever is unusual: faults, tags,
/// anchors, fields written twice, values of other types than they should have.
#[derive(Default)]
struct Walk {
    levels: Vec<Level>,
    head: Head,
    /// The fields that have been met.
    seen: Vec<Place>,
}

impl Walk {
    fn document(mut self, text: &[u8]) -> Option<Head> {
        let mut events = Events::from_bytes(text, FileId::NONE).dialect(Dialect::Helm);
        let start = events.next().ok()?.event;
        if !matches!(start, Event::DocumentStart(_)) {
            return None;
        }
        loop {
            match events.next().ok()?.event {
                Event::Scalar { text, style, properties } if is_bare(&properties) => {
                    self.scalar(&text, style)?;
                }
                Event::MappingStart { properties, .. } if is_bare(&properties) => {
                    self.open(true)?
                }
                Event::SequenceStart { properties, .. } if is_bare(&properties) => {
                    self.open(false)?;
                }
                Event::MappingEnd | Event::SequenceEnd => {
                    self.levels.pop();
                }
                Event::DocumentEnd(_) => return Some(self.head),
                _ => return None,
            }
        }
    }

    /// Takes the place of the value that begins, so that a key comes next.
    fn value(&mut self) -> Option<Place> {
        match self.levels.last_mut() {
            None => Some(Place::Root),
            Some(level) if level.is_mapping => level.next.take(),
            Some(_) => Some(Place::Other),
        }
    }

    fn open(&mut self, is_mapping: bool) -> Option<()> {
        let place = self.value()?;
        let fits = match place {
            Place::Root | Place::Metadata | Place::Annotations => is_mapping,
            Place::Other => true,
            Place::Kind | Place::Text | Place::Hook => false,
        };
        self.levels.push(Level { is_mapping, place, next: None });
        fits.then_some(())
    }

    fn scalar(&mut self, text: &str, style: Style) -> Option<()> {
        if let Some(level) = self.levels.last_mut()
            && level.is_mapping
            && level.next.is_none()
        {
            let place = level.place.of_key(text)?;
            level.next = Some(place);
            if !matches!(place, Place::Other | Place::Text) {
                let is_first = !self.seen.contains(&place);
                self.seen.push(place);
                is_first.then_some(())?;
            }
            return is_certain_key(text, style).then_some(());
        }
        match self.value()? {
            Place::Kind => self.head.kind = certain_text(text, style)?,
            Place::Hook => self.head.hook = Some(certain_text(text, style)?),
            Place::Text | Place::Other => {}
            Place::Root | Place::Metadata | Place::Annotations => return None,
        }
        is_certain_value(text, style).then_some(())
    }
}

fn is_bare(properties: &Properties<'_>) -> bool {
    properties.tag.is_none() && properties.anchor.is_none()
}

/// The text of a scalar that is nothing but text.
fn certain_text(text: &str, style: Style) -> Option<String> {
    let is_text =
        style != Style::Plain || matches!(resolve_plain(text, Dialect::Helm), Scalar::Str(_));
    is_text.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDING: DecodeWording = DecodeWording::Go127;

    #[test]
    fn heads_are_read_leniently() {
        let text = b"Kind: 3\nmetadata: {annotations: {helm.sh/hook: test}}\n";
        let head = Head::read(text, WORDING).unwrap();
        assert_eq!((head.kind.as_str(), head.hook.as_deref()), ("3", Some("test")));
        let error = Head::read(b"metadata: x", WORDING).unwrap_err().to_string();
        assert!(error.contains("Go struct field .metadata of type struct { Name string \"json:"));
    }

    #[test]
    fn the_walk_finds_what_the_tree_holds_or_gives_up() {
        for (text, is_walked) in [
            ("apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    x: 1\n", true),
            ("kind: Pod\nmetadata: {annotations: {helm.sh/hook: test}}\nspec: [{a: [b]}]\n", true),
            ("# nothing\nkind: \"3\"\nspec: |\n  kind: x\n", true),
            ("kind: Pod\n---\nkind: [", true),
            ("kind: 3\n", false),
            ("kind: null\n", false),
            ("kind: a\nKind: b\n", false),
            ("kind: a\nkind: b\n", false),
            ("metadata: {annotations: {a: b}, annotations: {helm.sh/hook: c}}\n", false),
            ("kind: [a]\n", false),
            ("kind: &a x\nb: *a\n", false),
            ("a: !!int 3\n", false),
            ("a: .inf\n", false),
            ("1: 2\n", false),
            ("<<: {a: 1}\n", false),
            ("metadata: []\n", false),
            ("metadata: {annotations: {helm.sh/hook: [x]}}\n", false),
            ("metadata:\n", false),
            ("- a\n", false),
            ("a: [\n", false),
            ("{a: b}: c\n", false),
            ("", false),
        ] {
            let walked = Walk::default().document(text.as_bytes());
            assert_eq!(walked.is_some(), is_walked, "{text}");
            if let Some(head) = walked {
                assert_eq!(head, Head::of_tree(text.as_bytes(), WORDING).unwrap(), "{text}");
            }
        }
    }
}
