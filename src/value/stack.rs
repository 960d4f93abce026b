//! Guards against stack overflow by watching how much stack is really in use.
//!
//! Parsers and evaluators of nested input recurse. Instead of guessing what a level costs,
//! they ask [`is_low`] and give up with an error. [`with_big_stack`] runs a closure on a
//! thread with room for deep recursion; only the pages that are touched cost memory.

use std::cell::Cell;

/// The stack of [`with_big_stack`]: enough for a thousand nested includes of realistic
/// templates in an unoptimised build.
pub const BIG_STACK: usize = 128 << 20;

/// What a thread of unknown size is trusted to have: half of the smallest common default.
const SMALL_STACK: usize = 1 << 20;

/// Kept free for leaf functions and for building the error.
const MARGIN: usize = 256 << 10;

thread_local! {
    /// Address near the thread's first frame that asked, and the room below it.
    static STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// The address of a local variable is where the stack is now.
#[inline(never)]
fn here() -> usize {
    let marker = 0u8;
    std::ptr::from_ref(&marker).addr()
}

/// True when the stack of this thread is nearly used up.
pub fn is_low() -> bool {
    remaining() == 0
}

/// How much stack may still be used, in bytes; a margin is kept for leaf functions.
pub fn remaining() -> usize {
    let here = here();
    let (base, size) = STACK.get().unwrap_or_else(|| {
        STACK.set(Some((here, SMALL_STACK)));
        (here, SMALL_STACK)
    });
    size.saturating_sub(base.saturating_sub(here) + MARGIN)
}

/// Runs a closure on a thread of its own with a stack of [`BIG_STACK`] bytes.
///
/// A panic of the closure is passed on.
pub fn with_big_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let started = std::thread::Builder::new().stack_size(BIG_STACK).spawn_scoped(scope, || {
            STACK.set(Some((here(), BIG_STACK)));
            run()
        });
        match started.expect("a thread can be started").join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Tells the guard how large this thread's stack is, for threads started elsewhere (such as
/// those of a pool). To be called near the thread's first frame.
pub fn set_stack_size(bytes: usize) {
    STACK.set(Some((here(), bytes)));
}
