//! What is read one after the other: items of a list, its pages, lines of logs.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt};

use crate::errors::Result;

/// A [`Stream`] that can be read without importing a trait. It ends after an error.
#[must_use = "nothing is sent before the stream is read"]
pub struct Items<T> {
    stream: BoxStream<'static, Result<T>>,
}

impl<T> Items<T> {
    pub(crate) fn new(stream: impl Stream<Item = Result<T>> + Send + 'static) -> Self {
        Self { stream: stream.boxed() }
    }

    /// The next one; `None` at the end. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Result<T>> {
        self.stream.next().await
    }

    /// All that are left.
    pub async fn all(self) -> Result<Vec<T>> {
        self.stream.try_collect().await
    }
}

impl<T> Stream for Items<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.stream.as_mut().poll_next(context)
    }
}

impl<T> fmt::Debug for Items<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Items").finish_non_exhaustive()
    }
}
