//! The events of all deployments as they happen. A stream that breaks, or that the service ends after a time, is resumed after
//! the last event that was read; events are neither lost nor repeated. It has no end of its own.

use std::sync::Arc;

use futures_util::stream;
use tracing::debug;

use crate::errors::{Error, Result};
use crate::items::Items;
use crate::models::CompanyEvent;
use crate::request::call_options;
use crate::retry::backoff;
use crate::server_sent_events::{Event, Parser};
use crate::transport::{ByteStream, Call, Options, Transport};

/// What narrows the events of all deployments, of the list and of the stream alike.
macro_rules! event_filter {
    () => {
        /// Only of these deployments.
        pub fn deployment_id<D: Into<String>>(self, ids: impl IntoIterator<Item = D>) -> Self {
            let ids: Vec<String> = ids.into_iter().map(Into::into).collect();
            self.with("deployment_id", ids.join(","))
        }

        /// Only of one of these types: the `kind` of an event.
        pub fn kind<K: Into<String>>(self, kinds: impl IntoIterator<Item = K>) -> Self {
            let kinds: Vec<String> = kinds.into_iter().map(Into::into).collect();
            self.with("type", kinds.join(","))
        }

        /// Only of deployments with all of these labels: `name=value`, or `name` for any value.
        pub fn label<L: Into<String>>(self, labels: impl IntoIterator<Item = L>) -> Self {
            let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
            self.with("label", labels.join(","))
        }
    };
}
pub(crate) use event_filter;

/// Which events to follow. [`stream`](FollowRequest::stream) reads them.
#[derive(Debug)]
#[must_use = "nothing is sent before the stream is read"]
pub struct FollowRequest {
    transport: Arc<Transport>,
    /// With the cursor to begin after, at first or again.
    call: Call,
    options: Options,
}

impl FollowRequest {
    pub(crate) fn new(transport: Arc<Transport>, call: Call) -> Self {
        Self { transport, call, options: Options::default() }
    }

    event_filter!();

    /// The `cursor` of the last event read, to begin after it and not with what happens now.
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        self.with("cursor", cursor.into())
    }

    call_options!();

    /// Events as they happen, without an end; a stream that breaks is resumed after the last one.
    pub fn stream(self) -> Items<CompanyEvent> {
        let reader = Reader { request: self, failures: 0, openings: 0, open: None };
        Items::new(stream::try_unfold(reader, |mut reader| async move {
            Ok(Some((reader.next_event().await?, reader)))
        }))
    }

    fn with(mut self, name: &'static str, value: String) -> Self {
        self.call = self.call.with(name, value);
        self
    }
}

struct Reader {
    request: FollowRequest,
    /// In sequence, without a block between them.
    failures: u32,
    /// That ended without an event between them.
    openings: u32,
    open: Option<(ByteStream, Parser)>,
}

impl Reader {
    async fn next_event(&mut self) -> Result<CompanyEvent> {
        loop {
            let delay = match self.event_of_stream().await {
                Ok(Some(event)) => {
                    self.openings = 0;
                    return Ok(event);
                }
                Ok(None) => {
                    self.openings += 1;
                    backoff(self.openings - 1, self.request.transport.runtime.random())
                }
                Err(error) => {
                    let FollowRequest { transport, options, .. } = &self.request;
                    let Some(delay) = transport.delay_after(&error, self.failures, options) else {
                        return Err(error);
                    };
                    self.failures += 1;
                    debug!("events: {error}; goes on in {delay:?}");
                    delay
                }
            };
            self.open = None;
            self.request.transport.runtime.sleep(delay).await;
        }
    }

    /// An event of the stream that is open; `None` at its end.
    async fn event_of_stream(&mut self) -> Result<Option<CompanyEvent>> {
        let FollowRequest { transport, call, options } = &mut self.request;
        let (stream, parser) = if let Some(open) = &mut self.open {
            open
        } else {
            let stream = transport.open(call, options).await?;
            self.open.insert((stream, Parser::default()))
        };
        loop {
            while let Some(Event { data, id, .. }) = parser.next() {
                // Fails for good: to go on after an event that cannot be read would lose it.
                let event: Option<CompanyEvent> = if data.is_empty() {
                    None
                } else {
                    Some(serde_json::from_str(&data).map_err(Error::Decode)?)
                };
                if let Some(cursor) = id {
                    *call = call.clone().with("cursor", cursor);
                }
                self.failures = 0;
                if event.is_some() {
                    return Ok(event);
                }
            }
            match transport.next_chunk(stream).await? {
                Some(chunk) => parser.push(chunk.as_ref()),
                None => return Ok(None),
            }
        }
    }
}
