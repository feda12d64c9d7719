//! The world that the client works in; tests have another.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

pub(crate) trait Runtime: fmt::Debug + Send + Sync {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
    /// In [0, 1).
    fn random(&self) -> f64;
    /// From any beginning.
    fn elapsed(&self) -> Duration;
}

#[derive(Debug)]
pub(crate) struct RealRuntime {
    started: Instant,
}

impl RealRuntime {
    pub(crate) fn new() -> Self {
        Self { started: Instant::now() }
    }
}

impl Runtime for RealRuntime {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    #[allow(clippy::cast_precision_loss)] // 53 bits are exact
    fn random(&self) -> f64 {
        (random_bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// 128 bits in hexadecimal.
pub(crate) fn new_idempotency_key() -> String {
    format!("{:016x}{:016x}", random_bits(), random_bits())
}

/// Unique, not secret: the standard library's keyed hash, whose keys come from the system's randomness.
fn random_bits() -> u64 {
    RandomState::new().hash_one(())
}
