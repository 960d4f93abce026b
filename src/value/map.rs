//! Go's maps with string keys: shared, mutable, iterated in bytewise key order.
//!
//! A map has identity: clones of a [`Map`] are aliases, and a change through one is seen
//! through all. The Go type belongs to the reference, not to the content: a subchart's
//! `.Values` (`common.Values`) and the entry of its parent's (`map[string]interface {}`)
//! are the same content under two types.

use std::cell::{Ref, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::frozen::FrozenMap;
use super::list::is_container;
use super::object::{FuncError, Method};
use super::sorted::{self, Sorted};
use super::{Str, Value, memory};

/// The content of a map, sorted bytewise by key.
pub type Entries = Sorted<Value>;

/// A Go map type.
#[derive(Debug)]
pub struct MapType {
    /// Go's name of the type.
    pub name: &'static str,
    /// What a missing key gives where the elements have a type of their own: its zero value.
    pub zero: Option<fn() -> Value>,
    /// Methods, which shadow keys of the same name in field access.
    pub methods: &'static [Method],
}

/// `map[string]interface {}`
pub static PLAIN_MAP: MapType =
    MapType { name: "map[string]interface {}", zero: None, methods: &[] };

/// `map[string]string`
pub static STRING_MAP: MapType =
    MapType { name: "map[string]string", zero: Some(|| Value::Str(Str::EMPTY)), methods: &[] };

/// A reference to a map.
#[derive(Clone)]
pub struct Map {
    cell: Rc<Cell>,
    ty: &'static MapType,
}

struct Cell {
    nil: bool,
    state: RefCell<State>,
}

/// What a map of so many entries takes, roughly: a list has room to grow, and a B-tree allocates
/// whole nodes.
fn weight(entries: usize) -> usize {
    match entries {
        0..=sorted::FEW => 64 + 64 * entries,
        _ => 576 + 64 * entries,
    }
}

impl Cell {
    fn new(nil: bool, state: State) -> Rc<Cell> {
        memory::taken(weight(state.entries().map_or(0, Sorted::len)));
        Rc::new(Cell { nil, state: RefCell::new(state) })
    }

    /// Takes the entries out of a map that nobody else holds.
    fn take(&mut self) -> Entries {
        match self.state.get_mut() {
            State::Entries(entries) => {
                memory::returned(weight(entries.len()) - weight(0));
                std::mem::take(entries)
            }
            State::Frozen(_) => Entries::new(),
        }
    }
}

impl State {
    fn entries(&self) -> Option<&Entries> {
        match self {
            State::Entries(entries) => Some(entries),
            State::Frozen(_) => None,
        }
    }
}

enum State {
    /// Not looked at yet: the entries are made on first access.
    Frozen(Arc<FrozenMap>),
    Entries(Entries),
}

impl Map {
    /// An empty `map[string]interface {}`.
    pub fn new() -> Map {
        Map::from(Entries::new())
    }

    /// A nil map: reads as empty, cannot be written to.
    pub fn nil() -> Map {
        Map { cell: Cell::new(true, State::Entries(Entries::new())), ty: &PLAIN_MAP }
    }

    /// A map whose entries are made from the frozen form when they are first needed.
    pub(super) fn lazy(frozen: Arc<FrozenMap>) -> Map {
        Map { cell: Cell::new(false, State::Frozen(frozen)), ty: &PLAIN_MAP }
    }

    /// The same content under another Go type.
    pub fn with_type(&self, ty: &'static MapType) -> Map {
        Map { cell: self.cell.clone(), ty }
    }

    /// The Go type.
    pub fn ty(&self) -> &'static MapType {
        self.ty
    }

    /// What a missing key gives: the zero value of the element type.
    pub fn zero(&self) -> Value {
        self.ty.zero.map_or(Value::Nil, |zero| zero())
    }

    /// True when the Go type is `map[string]interface {}`.
    pub fn is_plain(&self) -> bool {
        std::ptr::eq(self.ty, &PLAIN_MAP)
    }

    /// True for a nil map.
    pub fn is_nil_map(&self) -> bool {
        self.cell.nil
    }

    /// True when both are the same map.
    pub fn ptr_eq(&self, other: &Map) -> bool {
        Rc::ptr_eq(&self.cell, &other.cell)
    }

    /// The entries. Do not hold the borrow while calling anything that may write to maps
    /// (evaluating templates, `insert`); copy what you need, or use [`Map::entries`].
    pub fn borrow(&self) -> Ref<'_, Entries> {
        self.thaw();
        Ref::map(self.cell.state.borrow(), |state| match state {
            State::Entries(entries) => entries,
            State::Frozen(_) => unreachable!("thawed above"),
        })
    }

    /// The immutable form, when nothing was looked at yet.
    pub(super) fn untouched(&self) -> Option<Arc<FrozenMap>> {
        match &*self.cell.state.borrow() {
            State::Frozen(frozen) => Some(frozen.clone()),
            State::Entries(_) => None,
        }
    }

    fn thaw(&self) {
        let frozen = match &*self.cell.state.borrow() {
            State::Entries(_) => return,
            State::Frozen(frozen) => frozen.clone(),
        };
        let entries: Entries = frozen.iter().map(|(k, v)| (k.clone(), v.thaw())).collect();
        memory::taken(weight(entries.len()) - weight(0));
        *self.cell.state.borrow_mut() = State::Entries(entries);
    }

    /// A copy of the entries in key order.
    pub fn entries(&self) -> Vec<(Str, Value)> {
        self.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    /// The keys in order.
    pub fn keys(&self) -> Vec<Str> {
        self.borrow().keys().cloned().collect()
    }

    /// The value of a key.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        // Most maps have been looked at before.
        match &*self.cell.state.borrow() {
            State::Entries(entries) => return entries.get(key.as_ref()).cloned(),
            State::Frozen(_) => {}
        }
        self.borrow().get(key.as_ref()).cloned()
    }

    /// True when the key is there, whatever its value.
    pub fn contains_key(&self, key: impl AsRef<[u8]>) -> bool {
        self.borrow().contains_key(key.as_ref())
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        match &*self.cell.state.borrow() {
            State::Entries(entries) => entries.len(),
            State::Frozen(frozen) => frozen.len(),
        }
    }

    /// True without entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sets a key, seen through every alias.
    ///
    /// # Errors
    /// Go's panic text for a nil map.
    pub fn insert(&self, key: Str, value: Value) -> Result<(), FuncError> {
        if self.cell.nil {
            return Err(FuncError::new("assignment to entry in nil map"));
        }
        self.thaw();
        // The old value is dropped after the borrow has ended.
        let _old = match &mut *self.cell.state.borrow_mut() {
            State::Entries(entries) => {
                let before = entries.len();
                let old = entries.insert(key, value);
                memory::taken(weight(entries.len()) - weight(before));
                old
            }
            State::Frozen(_) => None,
        };
        Ok(())
    }

    /// Removes a key; a missing one is fine.
    pub fn remove(&self, key: impl AsRef<[u8]>) -> Option<Value> {
        self.thaw();
        match &mut *self.cell.state.borrow_mut() {
            State::Entries(entries) => {
                let before = entries.len();
                let old = entries.remove(key.as_ref());
                memory::returned(weight(before) - weight(entries.len()));
                old
            }
            State::Frozen(_) => None,
        }
    }
}

impl Default for Map {
    fn default() -> Map {
        Map::new()
    }
}

impl From<Entries> for Map {
    fn from(entries: Entries) -> Map {
        Map { cell: Cell::new(false, State::Entries(entries)), ty: &PLAIN_MAP }
    }
}

impl<K: Into<Str>> FromIterator<(K, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(entries: I) -> Map {
        Map::from(entries.into_iter().map(|(k, v)| (k.into(), v)).collect::<Entries>())
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        memory::returned(weight(0));
        let entries = self.take();
        if entries.values().any(is_container) {
            dismantle(entries.into_values().collect());
        }
    }
}

/// Drops values without recursion: containers that nobody else holds are emptied onto a
/// list first, so that a value nested a million deep does not overflow the stack.
pub(super) fn dismantle(mut pending: Vec<Value>) {
    while let Some(mut value) = pending.pop() {
        match &mut value {
            Value::List(list) => list.take_if_last(&mut pending),
            Value::Map(map) => {
                if let Some(cell) = Rc::get_mut(&mut map.cell) {
                    pending.extend(cell.take().into_values());
                }
            }
            _ => {}
        }
    }
}
