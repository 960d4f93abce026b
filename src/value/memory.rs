//! Counts how much memory the values of a thread hold, roughly, so that a run of templates
//! can be stopped before it takes the machine.
//!
//! Lists, maps and long strings report when they are made and dropped. Strings may be
//! dropped by another thread than made them, so the count can drift; a run compares with the
//! count at its start, which makes the drift harmless.

use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that the values of this thread hold, more or less.
pub fn held() -> isize {
    HELD.get()
}

/// Counts memory that was taken. Does nothing while the thread ends.
pub(super) fn taken(bytes: usize) {
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_add_unsigned(bytes)));
}

/// Counts memory that was given back.
pub(super) fn returned(bytes: usize) {
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_sub_unsigned(bytes)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{List, Map, Str, Value};

    #[test]
    fn what_is_dropped_is_given_back() {
        let start = held();
        let map = Map::new();
        for index in 0..100 {
            let list = List::from(vec![Value::from("x".repeat(5_000)), Value::Nil]);
            map.insert(Str::from(format!("k{index}")), Value::List(list)).unwrap();
        }
        map.remove("k1");
        assert!(held() - start > 400_000);
        drop(map);
        assert_eq!(held(), start);
    }
}
