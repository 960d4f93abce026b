//! The world that templates see: clock, randomness, the objects of a cluster.
//!
//! [`Host`] either is fixed, so that the same input gives the same bytes, or takes time and
//! randomness from its caller. Nothing here asks the system or the network.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::lookup::Lookup;
use crate::gotpl::Env;
use crate::value::{FuncError, Value};

/// 2024-01-01T00:00:00Z: when everything happens whose time must not matter.
const FIXED_TIME: (i64, u32) = (1_704_067_200, 0);

/// The world of one rendering.
#[derive(Debug, Clone)]
pub struct Host {
    now: (i64, u32),
    seed: [u8; 32],
    counter: u64,
    lookup: Arc<Lookup>,
}

impl Host {
    /// A world in which the clock stands still and chance repeats itself.
    pub fn fixed(lookup: Arc<Lookup>) -> Host {
        Host { now: FIXED_TIME, seed: [0; 32], counter: 0, lookup }
    }

    /// A world with a time (seconds since 1970 and nanoseconds) and a seed of the caller's.
    pub fn new(now: (i64, u32), seed: [u8; 32], lookup: Arc<Lookup>) -> Host {
        Host { now, seed, counter: 0, lookup }
    }
}

impl Env for Host {
    fn now(&mut self) -> (i64, u32) {
        self.now
    }

    fn fill_random(&mut self, buffer: &mut [u8]) {
        for chunk in buffer.chunks_mut(32) {
            let block = Sha256::new()
                .chain_update(self.seed)
                .chain_update(self.counter.to_le_bytes())
                .finalize();
            self.counter += 1;
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }

    fn lookup(
        &mut self,
        api_version: &str,
        kind: &str,
        namespace: &str,
        name: &str,
    ) -> Result<Value, FuncError> {
        Ok(self.lookup.find(api_version, kind, namespace, name).thaw())
    }

    fn resolve_host(&mut self, _: &str) -> String {
        String::new()
    }
}
