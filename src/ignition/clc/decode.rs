//! From the tree into types, with the strictness and the error texts of yaml.v3.
//!
//! Follows `decode.go` of go-yaml v3.0.1: a value of the wrong type is collected and decoding
//! goes on, a few faults stop it at once ([`Fatal`]). A type takes part through [`Decode`];
//! the types of the config are in [`super::types`].

use std::collections::{BTreeSet, HashMap, HashSet};

use super::tree::{NodeId, Tree, YKind};
use crate::goquote::quote;
use crate::yaml::Scalar;

/// Text that stops decoding at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fatal(pub String);

impl Fatal {
    fn yaml(text: impl std::fmt::Display) -> Fatal {
        Fatal(format!("yaml: {text}"))
    }
}

/// More collected errors than this tell nobody anything; the rest is left out.
const MAX_ERRORS: usize = 1000;
/// An alias of an alias cannot be written, so a longer chain is a cycle.
const MAX_ALIASES: usize = 8;

/// A value that a node can be decoded into. The result is yaml.v3's: false for a value that
/// was not set, which a list leaves out.
pub trait Decode: Default {
    /// The name of the Go type, as errors print it.
    fn go_type() -> String;

    /// Decodes a node into the value, following aliases.
    fn decode(&mut self, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal>;
}

/// A struct of the config, decoded key by key.
pub trait DecodeStruct: Default {
    /// The name of the Go type, as errors print it.
    const GO_TYPE: &'static str;

    /// The number of a field by its key; none for a key that the struct does not have.
    fn field(key: &str) -> Option<usize>;

    /// Decodes a node into a field.
    fn decode_field(
        &mut self,
        field: usize,
        d: &mut Decoder<'_>,
        id: NodeId,
    ) -> Result<bool, Fatal>;
}

/// The state of decoding one document.
pub struct Decoder<'a> {
    tree: &'a Tree,
    /// Values of the wrong type.
    pub errors: Vec<String>,
    open_aliases: HashSet<NodeId>,
    decode_count: u64,
    alias_count: u64,
    alias_depth: u32,
    merged_keys: Option<BTreeSet<String>>,
}

impl<'a> Decoder<'a> {
    /// A decoder of a tree.
    pub fn new(tree: &'a Tree) -> Decoder<'a> {
        Decoder {
            tree,
            errors: Vec::new(),
            open_aliases: HashSet::new(),
            decode_count: 0,
            alias_count: 0,
            alias_depth: 0,
            merged_keys: None,
        }
    }

    /// Counts a step, against documents that grow by aliases, and follows an alias.
    fn enter(&mut self, id: NodeId) -> Result<Step, Fatal> {
        self.decode_count += 1;
        if self.alias_depth > 0 {
            self.alias_count += 1;
        }
        if self.alias_count > 100
            && self.decode_count > 1000
            && self.alias_count as f64 / self.decode_count as f64 > allowed_ratio(self.decode_count)
        {
            return Err(Fatal::yaml("document contains excessive aliasing"));
        }
        let node = self.tree.node(id);
        if let YKind::Alias(target) = node.kind {
            if !self.open_aliases.insert(id) {
                let text = format_args!("anchor '{}' value contains itself", node.value);
                return Err(Fatal::yaml(text));
            }
            self.alias_depth += 1;
            return Ok(Step::Alias(target));
        }
        Ok(if &*node.tag == "!!null" && node.kind == YKind::Scalar {
            Step::Null
        } else {
            Step::Value
        })
    }

    fn leave(&mut self, alias: NodeId) {
        self.alias_depth -= 1;
        self.open_aliases.remove(&alias);
    }

    fn wrong_type(&mut self, id: NodeId, go_type: &str) {
        let node = self.tree.node(id);
        let tag = &*node.tag;
        let value = &node.value;
        let shown = if tag == "!!seq" || tag == "!!map" {
            String::new()
        } else if value.len() > 10 {
            format!(" `{}...`", String::from_utf8_lossy(&value.as_bytes()[..7]))
        } else {
            format!(" `{value}`")
        };
        let line = node.position.line;
        self.error(format!("line {line}: cannot unmarshal {tag}{shown} into {go_type}"));
    }

    fn error(&mut self, text: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(text);
        }
    }

    /// Reads a scalar: what it resolved to and its text. An error for a node that is no scalar.
    fn scalar(
        &mut self,
        id: NodeId,
        go_type: &str,
    ) -> Result<Option<(Scalar<'a>, &'a str)>, Fatal> {
        let tree = self.tree;
        let node = tree.node(id);
        match node.kind {
            YKind::Scalar => {
                let value = node.resolve().map_err(Fatal::yaml)?;
                return Ok(Some((value, &node.value)));
            }
            YKind::Mapping if !self.unique_keys(id) => {}
            YKind::Mapping => self.wrong_type(id, go_type),
            YKind::Sequence => self.wrong_type(id, go_type),
            YKind::Alias(_) => {}
        }
        Ok(None)
    }

    /// Keys and values of a mapping, behind any alias, with keys as written.
    pub(super) fn pairs(&self, id: NodeId) -> Vec<(&'a str, NodeId)> {
        let tree = self.tree;
        let mut node = tree.node(id);
        for _ in 0..MAX_ALIASES {
            match node.kind {
                YKind::Alias(target) => node = tree.node(target),
                YKind::Mapping => {
                    let pairs = node.content.chunks_exact(2);
                    return pairs.map(|p| (&*tree.node(p[0]).value, p[1])).collect();
                }
                _ => break,
            }
        }
        Vec::new()
    }

    /// Reports keys that are written twice. Equal means same kind and same text.
    fn unique_keys(&mut self, id: NodeId) -> bool {
        let tree = self.tree;
        let keys = tree.node(id).content.iter().step_by(2);
        let mut seen: HashMap<(u8, &str), Vec<NodeId>> = HashMap::new();
        let mut repeated: Vec<(usize, NodeId, NodeId)> = Vec::new();
        for key in keys {
            let node = tree.node(*key);
            let kind = match node.kind {
                YKind::Scalar => 0,
                YKind::Sequence => 1,
                YKind::Mapping => 2,
                YKind::Alias(_) => 3,
            };
            let same = seen.entry((kind, &*node.value)).or_default();
            for first in same.iter().take(MAX_ERRORS) {
                repeated.push((*first, *first, *key));
            }
            same.push(*key);
            if repeated.len() > MAX_ERRORS {
                break;
            }
        }
        // The real program compares each key with all later ones.
        repeated.sort();
        for (_, first, again) in &repeated {
            let (first, again) = (tree.node(*first), tree.node(*again));
            self.error(format!(
                "line {}: mapping key {} already defined at line {}",
                again.position.line,
                quote(&again.value),
                first.position.line
            ));
        }
        repeated.is_empty()
    }

    fn mapping<T: DecodeStruct>(&mut self, id: NodeId, out: &mut T) -> Result<bool, Fatal> {
        if !self.unique_keys(id) {
            return Ok(false);
        }
        let tree = self.tree;
        let mut merged = self.merged_keys.take();
        let mut merge = None;
        let mut done = HashSet::new();
        let content = &tree.node(id).content;
        for pair in content.chunks_exact(2) {
            if self.is_merge(pair[0]) {
                merge = Some(pair[1]);
                continue;
            }
            let mut key = String::new();
            if !key.decode(self, pair[0])? {
                continue;
            }
            if let Some(merged) = &mut merged
                && !merged.insert(key.clone())
            {
                continue;
            }
            let Some(field) = T::field(&key) else { continue };
            if !done.insert(field) {
                let line = tree.node(pair[0]).position.line;
                let go_type = T::GO_TYPE;
                self.error(format!("line {line}: field {key} already set in type {go_type}"));
                continue;
            }
            out.decode_field(field, self, pair[1])?;
        }
        self.merged_keys = merged;
        if let Some(merge) = merge {
            self.merge(id, merge, out)?;
        }
        Ok(true)
    }

    fn is_merge(&self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        node.kind == YKind::Scalar
            && &*node.value == "<<"
            && matches!(&*node.tag, "!!merge" | "" | "!")
    }

    /// Takes the keys of other mappings that the mapping itself does not have.
    fn merge<T: DecodeStruct>(
        &mut self,
        parent: NodeId,
        from: NodeId,
        out: &mut T,
    ) -> Result<(), Fatal> {
        let tree = self.tree;
        let saved = self.merged_keys.clone();
        if saved.is_none() {
            let keys = tree.node(parent).content.iter().step_by(2);
            self.merged_keys = Some(keys.map(|k| tree.node(*k).value.to_string()).collect());
        }
        let sources: Vec<NodeId> = match tree.node(from).kind {
            YKind::Sequence => tree.node(from).content.clone(),
            _ => vec![from],
        };
        for source in sources {
            let target = match tree.node(source).kind {
                YKind::Alias(target) => target,
                _ => source,
            };
            if tree.node(target).kind != YKind::Mapping {
                let text = "map merge requires map or sequence of maps as the value";
                return Err(Fatal::yaml(text));
            }
            decode_struct(out, self, source)?;
        }
        self.merged_keys = saved;
        Ok(())
    }
}

enum Step {
    Alias(NodeId),
    Null,
    Value,
}

/// Decodes a mapping into a struct, following aliases.
pub fn decode_struct<T: DecodeStruct>(
    out: &mut T,
    d: &mut Decoder<'_>,
    id: NodeId,
) -> Result<bool, Fatal> {
    match d.enter(id)? {
        Step::Alias(target) => {
            let good = decode_struct(out, d, target);
            d.leave(id);
            good
        }
        Step::Null => Ok(false),
        Step::Value => match d.tree.node(id).kind {
            YKind::Mapping => d.mapping(id, out),
            YKind::Sequence => {
                d.wrong_type(id, T::GO_TYPE);
                Ok(false)
            }
            _ => {
                if let Some((value, _)) = d.scalar(id, T::GO_TYPE)?
                    && value != Scalar::Null
                {
                    d.wrong_type(id, T::GO_TYPE);
                }
                Ok(false)
            }
        },
    }
}

impl<T: DecodeStruct> Decode for T {
    fn go_type() -> String {
        T::GO_TYPE.to_owned()
    }

    fn decode(&mut self, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal> {
        decode_struct(self, d, id)
    }
}

/// Decodes a scalar by a function from what it is; `None` is a value of the wrong type.
fn decode_scalar<T: Decode>(
    out: &mut T,
    d: &mut Decoder<'_>,
    id: NodeId,
    read: fn(Scalar<'_>, &str) -> Option<T>,
) -> Result<bool, Fatal> {
    match d.enter(id)? {
        Step::Alias(target) => {
            let good = decode_scalar(out, d, target, read);
            d.leave(id);
            good
        }
        Step::Null => Ok(false),
        Step::Value => {
            let go_type = T::go_type();
            let Some((value, text)) = d.scalar(id, &go_type)? else { return Ok(false) };
            if value == Scalar::Null {
                return Ok(false);
            }
            match read(value, text) {
                Some(value) => {
                    *out = value;
                    Ok(true)
                }
                None => {
                    d.wrong_type(id, &go_type);
                    Ok(false)
                }
            }
        }
    }
}

macro_rules! scalar {
    ($ty:ty, $go:literal, $read:expr) => {
        impl Decode for $ty {
            fn go_type() -> String {
                $go.to_owned()
            }

            fn decode(&mut self, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal> {
                decode_scalar(self, d, id, $read)
            }
        }
    };
}

/// Bytes of a file: the only text that may be no UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bytes(pub Vec<u8>);

scalar!(String, "string", |value, text| Some(match value {
    Scalar::Binary(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
    _ => text.to_owned(),
}));
scalar!(Bytes, "string", |value, text| Some(Bytes(match value {
    Scalar::Binary(bytes) => bytes,
    _ => text.as_bytes().to_vec(),
})));
scalar!(bool, "bool", |value, text| match value {
    Scalar::Bool(value) => Some(value),
    // The words of YAML 1.1, quoted or not.
    Scalar::Str(_) => crate::yaml::legacy_bool(text),
    _ => None,
});
scalar!(i64, "int", |value, _| match value {
    Scalar::Int(value) => Some(value),
    Scalar::Uint(value) => value.try_into().ok(),
    // Go rounds towards zero; the bound is the float nearest to the largest int.
    Scalar::Float(value) if value <= i64::MAX as f64 => Some(value as i64),
    _ => None,
});
scalar!(u64, "uint", |value, _| match value {
    Scalar::Int(value) => value.try_into().ok(),
    Scalar::Uint(value) => Some(value),
    Scalar::Float(value) if value <= u64::MAX as f64 => Some(value as u64),
    _ => None,
});

impl<T: Decode> Decode for Option<T> {
    fn go_type() -> String {
        T::go_type()
    }

    fn decode(&mut self, d: &mut Decoder<'_>, id: NodeId) -> Result<bool, Fatal> {
        // Null clears a pointer; only the end of a chain of aliases says whether it is null.
        let mut target = id;
        for _ in 0..MAX_ALIASES {
            match d.tree.node(target).kind {
                YKind::Alias(next) => target = next,
                _ => break,
            }
        }
        let node = d.tree.node(target);
        if node.kind == YKind::Scalar && &*node.tag == "!!null" {
            d.enter(target)?;
            *self = None;
            return Ok(true);
        }
        self.get_or_insert_default().decode(d, id)
    }
}

/// A list. Items that could not be decoded are left out.
pub(super) fn decode_list<T: Decode>(
    out: &mut Vec<T>,
    d: &mut Decoder<'_>,
    id: NodeId,
) -> Result<bool, Fatal> {
    match d.enter(id)? {
        Step::Alias(target) => {
            let good = decode_list(out, d, target);
            d.leave(id);
            return good;
        }
        Step::Null => {
            out.clear();
            return Ok(true);
        }
        Step::Value => {}
    }
    let tree = d.tree;
    if tree.node(id).kind != YKind::Sequence {
        let go_type = format!("[]{}", T::go_type());
        if let Some((value, _)) = d.scalar(id, &go_type)? {
            if value == Scalar::Null {
                out.clear();
                return Ok(true);
            }
            d.wrong_type(id, &go_type);
        }
        return Ok(false);
    }
    out.clear();
    for item in &tree.node(id).content {
        let mut value = T::default();
        if value.decode(d, *item)? {
            out.push(value);
        }
    }
    Ok(true)
}

macro_rules! lists {
    ($($ty:ty),* $(,)?) => {$(
        impl $crate::ignition::clc::decode::Decode for Vec<$ty> {
            fn go_type() -> String {
                format!("[]{}", <$ty as $crate::ignition::clc::decode::Decode>::go_type())
            }

            fn decode(
                &mut self,
                d: &mut $crate::ignition::clc::decode::Decoder<'_>,
                id: $crate::ignition::clc::tree::NodeId,
            ) -> Result<bool, $crate::ignition::clc::decode::Fatal> {
                $crate::ignition::clc::decode::decode_list(self, d, id)
            }
        }
    )*};
}

pub(super) use lists;
lists!(String);

/// The share of steps that may come from aliases; smaller for big documents.
fn allowed_ratio(count: u64) -> f64 {
    const LOW: u64 = 400_000;
    const HIGH: u64 = 4_000_000;
    match count {
        ..=LOW => 0.99,
        HIGH.. => 0.10,
        _ => 0.99 - 0.89 * ((count - LOW) as f64 / (HIGH - LOW) as f64),
    }
}
