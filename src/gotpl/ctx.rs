//! What a running template may reach: the environment, and the limits of the run.

use std::any::Any;

use crate::value::{FuncError, Value};

/// The longest string that a function may make. Kubernetes takes no object over 3 MiB and
/// Helm no chart over 100 MiB of text; a template that asks for more has gone wrong.
pub const MAX_STRING: usize = 64 << 20;

/// The world outside the template. The host decides whether it is real or fixed.
pub trait Env {
    /// The current time: seconds since 1970 and nanoseconds.
    fn now(&mut self) -> (i64, u32);

    /// Fills a buffer with random bytes.
    fn fill_random(&mut self, buffer: &mut [u8]);

    /// The objects of the cluster: one object when `name` is given, else a list. Empty map
    /// when there is nothing.
    ///
    /// # Errors
    /// Whatever the host says about it.
    fn lookup(
        &mut self,
        api_version: &str,
        kind: &str,
        namespace: &str,
        name: &str,
    ) -> Result<Value, FuncError>;

    /// The IP address of a host name, `""` when it is not known.
    fn resolve_host(&mut self, name: &str) -> String;

    /// Whatever else functions and host agree upon, by concrete type.
    fn extension(&self) -> Option<&dyn Any> {
        None
    }
}

/// The run that a function is called in.
pub struct Ctx<'e> {
    env: &'e mut dyn Env,
}

impl<'e> Ctx<'e> {
    /// Starts a run in an environment.
    pub fn new(env: &'e mut dyn Env) -> Ctx<'e> {
        Ctx { env }
    }

    /// The world outside.
    pub fn env(&mut self) -> &mut dyn Env {
        self.env
    }

    /// Asks for room for a result of so many bytes (for a list: count its items as 24).
    ///
    /// # Errors
    /// When the result would be larger than any honest template needs.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), FuncError> {
        if bytes > MAX_STRING {
            return Err(FuncError::new(format!(
                "result of {bytes} bytes exceeds the limit of {MAX_STRING} bytes"
            )));
        }
        Ok(())
    }
}
