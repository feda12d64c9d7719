//! The logs of a deployment as they are written. A stream that breaks goes on after the last line that was read; lines are
//! neither lost nor repeated. Following ends when the deployment has ended: a stream breaks where the service is restarted,
//! and ends where the deployment moves to another hub; it is then opened again.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::stream;
use serde::de::DeserializeOwned;
use serde::Deserialize;
use tracing::debug;

use crate::errors::{Error, Result};
use crate::items::Items;
use crate::models::{Deployment, LogLine};
use crate::request::call_options;
use crate::retry::backoff;
use crate::server_sent_events::{Event, Parser};
use crate::transport::{ByteStream, Call, Options, Transport};
use crate::values::{DeploymentStatus, LogStream};

/// Which logs to read. [`stream`](LogRequest::stream) reads them.
#[derive(Debug)]
#[must_use = "nothing is sent before the stream is read"]
pub struct LogRequest {
    transport: Arc<Transport>,
    deployment: Result<Call>,
    follow: Option<bool>,
    since: Option<DateTime<Utc>>,
    tail: Option<u32>,
    after: Option<String>,
    options: Options,
}

impl LogRequest {
    pub(crate) fn new(transport: Arc<Transport>, deployment: Result<Call>) -> Self {
        let options = Options::default();
        Self { transport, deployment, follow: None, since: None, tail: None, after: None, options }
    }

    /// Continue until the deployment ends.
    pub fn follow(mut self, follow: bool) -> Self {
        self.follow = Some(follow);
        self
    }

    /// Only lines written after this time.
    pub fn since(mut self, since: DateTime<Utc>) -> Self {
        self.since = Some(since);
        self
    }

    /// How many of the last lines to start with: 0 to 10,000; 1,000 unless given.
    pub fn tail(mut self, tail: u32) -> Self {
        self.tail = Some(tail);
        self
    }

    /// The `position` of the last line read.
    pub fn after(mut self, position: impl Into<String>) -> Self {
        self.after = Some(position.into());
        self
    }

    call_options!();

    /// Lines as they are written; a stream that breaks goes on after the last one.
    pub fn stream(self) -> Items<LogLine> {
        let reader = Reader { request: self, position: None, failures: 0, openings: 0, open: None };
        Items::new(stream::try_unfold(reader, |mut reader| async move {
            Ok(reader.next_line().await?.map(|line| (line, reader)))
        }))
    }

    /// The call that opens the stream, at first or again.
    fn call(&self, position: Option<&str>) -> Result<Call> {
        let call = match &self.deployment {
            Ok(deployment) => deployment.clone().below("logs"),
            Err(error) => return Err(Error::InvalidArgument(error.to_string())),
        };
        let beginning = position.is_none();
        let since = self.since.filter(|_| beginning);
        let parameters = [
            ("follow", self.follow.map(|follow| follow.to_string())),
            ("since", since.map(|at| at.to_rfc3339_opts(SecondsFormat::Millis, true))),
            ("tail", self.tail.filter(|_| beginning).map(|tail| tail.to_string())),
            ("after", position.or(self.after.as_deref()).map(str::to_owned)),
        ];
        let given = parameters.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Ok(given.fold(call, |call, (name, value)| call.with(name, value)))
    }
}

struct Reader {
    request: LogRequest,
    /// Of the last line that was read.
    position: Option<String>,
    /// In sequence, without a line between them.
    failures: u32,
    /// That ended while the deployment goes on, without a line between them.
    openings: u32,
    open: Option<(ByteStream, Parser)>,
}

impl Reader {
    async fn next_line(&mut self) -> Result<Option<LogLine>> {
        loop {
            match self.line_of_stream().await {
                Ok(Some(line)) => {
                    self.position = Some(line.position.clone());
                    self.failures = 0;
                    self.openings = 0;
                    return Ok(Some(line));
                }
                Ok(None) if self.is_over().await? => return Ok(None),
                Ok(None) => {
                    let delay = backoff(self.openings, self.request.transport.runtime.random());
                    self.openings += 1;
                    self.request.transport.runtime.sleep(delay).await;
                }
                Err(error) => self.recover(error).await?,
            }
            self.open = None;
        }
    }

    /// A line of the stream that is open; `None` at its end. Fails if it breaks off: a whole one says
    /// that it ends.
    async fn line_of_stream(&mut self) -> Result<Option<LogLine>> {
        let LogRequest { transport, options, .. } = &self.request;
        let (stream, parser) = if let Some(open) = &mut self.open {
            open
        } else {
            let call = self.request.call(self.position.as_deref())?;
            let stream = transport.open(&call, options).await?;
            self.open.insert((stream, Parser::default()))
        };
        loop {
            while let Some(event) = parser.next() {
                match read(event)? {
                    Told::Line(line) => return Ok(Some(line)),
                    Told::End => return Ok(None),
                    Told::Nothing => {}
                }
            }
            match transport.next_chunk(stream).await? {
                Some(chunk) => parser.push(chunk.as_ref()),
                None => return Err(Error::connection("The stream of the logs broke off.")),
            }
        }
    }

    async fn is_over(&self) -> Result<bool> {
        let LogRequest { transport, deployment, follow, options, .. } = &self.request;
        let (Some(true), Ok(call)) = (follow, deployment) else {
            return Ok(true);
        };
        let Deployment { status, .. } = transport.request(call, options).await?;
        Ok(matches!(status, DeploymentStatus::Stopped | DeploymentStatus::Failed))
    }

    async fn recover(&mut self, error: Error) -> Result<()> {
        let LogRequest { transport, options, .. } = &self.request;
        let Some(delay) = transport.delay_after(&error, self.failures, options) else {
            return Err(error);
        };
        self.failures += 1;
        debug!("logs: {error}; goes on in {delay:?}");
        transport.runtime.sleep(delay).await;
        Ok(())
    }
}

/// What an event of the stream says.
enum Told {
    Line(LogLine),
    End,
    Nothing,
}

#[derive(Deserialize)]
struct Line {
    at: DateTime<Utc>,
    stream: LogStream,
    text: String,
}

#[derive(Deserialize)]
struct Failure {
    message: Option<String>,
}

fn read(Event { name, data, id }: Event) -> Result<Told> {
    match (name.as_str(), id) {
        ("end", _) => Ok(Told::End),
        ("error", _) => {
            let Failure { message } = parse(&data)?;
            let message = message.unwrap_or_else(|| "Reading the logs failed.".to_owned());
            Err(Error::connection(message))
        }
        ("", Some(position)) if !data.is_empty() => {
            let Line { at, stream, text } = parse(&data)?;
            Ok(Told::Line(LogLine { at, stream, text, position }))
        }
        _ => Ok(Told::Nothing),
    }
}

fn parse<T: DeserializeOwned>(data: &str) -> Result<T> {
    serde_json::from_str(data).map_err(|_| Error::connection("A line of the logs was no JSON."))
}
