//! Requests with one response. Each is built, and sent when it is awaited.

use std::future::IntoFuture;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;

use crate::errors::{Error, Result};
use crate::models::{CarbonForecast, Deployment, DeploymentMetrics, MonthUsage, Plan};
use crate::transport::{Call, Options, Transport};
use crate::values::{DeploymentReason, DeploymentStatus};

const POLL: Duration = Duration::from_secs(2);
/// What the service waits for unless it is asked for something else.
pub(crate) const DEFAULT_WAIT_SECONDS: u32 = 30;

/// The options that every call has.
macro_rules! call_options {
    () => {
        /// How long an attempt may take, beyond what the service was asked to wait; 60 s unless the
        /// client has another.
        pub fn timeout(mut self, timeout: std::time::Duration) -> Self {
            self.options.timeout = Some(timeout);
            self
        }

        /// How often a failed attempt is made again; 2 unless the client has another.
        pub fn max_retries(mut self, max_retries: u32) -> Self {
            self.options.max_retries = Some(max_retries);
            self
        }
    };
}
pub(crate) use call_options;

/// A request. Awaiting it sends it.
#[derive(Debug)]
#[must_use = "a request is sent when it is awaited"]
pub struct Request<T> {
    transport: Arc<Transport>,
    call: Result<Call>,
    options: Options,
    response: PhantomData<fn() -> T>,
}

impl<T> Request<T> {
    pub(crate) fn new(transport: Arc<Transport>, call: Result<Call>) -> Self {
        Self { transport, call, options: Options::default(), response: PhantomData }
    }

    call_options!();

    /// Of what changes something: the service does it once for all requests with the same key. A new
    /// one for each request unless given.
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.options.idempotency_key = Some(key.into());
        self
    }

    fn with(mut self, name: &'static str, value: String) -> Self {
        self.call = self.call.map(|call| call.with(name, value));
        self
    }
}

impl<T: DeserializeOwned + Send + 'static> IntoFuture for Request<T> {
    type Output = Result<T>;
    type IntoFuture = BoxFuture<'static, Result<T>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.transport.request(&self.call?, &self.options).await })
    }
}

impl Request<DeploymentMetrics> {
    /// The beginning of a window, to also have how it was used over that time; sixty steps before
    /// its end unless given.
    pub fn from(self, from: DateTime<Utc>) -> Self {
        self.with("from", from.to_rfc3339_opts(SecondsFormat::Millis, true))
    }

    /// The end of the window; now unless given.
    pub fn to(self, to: DateTime<Utc>) -> Self {
        self.with("to", to.to_rfc3339_opts(SecondsFormat::Millis, true))
    }

    /// The length of a step, in whole minutes; as suits a chart unless given.
    pub fn step_seconds(self, seconds: u32) -> Self {
        self.with("step_seconds", seconds.to_string())
    }
}

impl Request<CarbonForecast> {
    /// How many hours, from the current one on: 1 to 72; 24 unless given.
    pub fn hours(self, hours: u32) -> Self {
        self.with("hours", hours.to_string())
    }
}

impl Request<Plan> {
    /// The most hubs of the page, of either kind: 1 to 200; 200 unless given.
    pub fn limit(self, limit: u32) -> Self {
        self.with("limit", limit.to_string())
    }

    /// The `next_cursor` of the page before, to begin after it.
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        self.with("cursor", cursor.into())
    }
}

impl Request<MonthUsage> {
    /// `2026-11`, in UTC; the current month unless given.
    pub fn month(self, month: impl Into<String>) -> Self {
        self.with("month", month.into())
    }

    /// The most deployments of the page: 1 to 200; 50 unless given.
    pub fn limit(self, limit: u32) -> Self {
        self.with("limit", limit.to_string())
    }

    /// The `next_cursor` of the page before, to begin after it.
    pub fn cursor(self, cursor: impl Into<String>) -> Self {
        self.with("cursor", cursor.into())
    }
}

/// A request that ends a deployment: `T` is what is left of it.
#[derive(Debug)]
#[must_use = "a request is sent when it is awaited"]
pub struct EndRequest<T> {
    request: Request<T>,
}

impl<T> EndRequest<T> {
    pub(crate) fn new(transport: Arc<Transport>, call: Result<Call>) -> Self {
        let call = call.map(|call| call.waiting(DEFAULT_WAIT_SECONDS));
        Self { request: Request::new(transport, call) }
    }

    /// How long the response waits for the end: 0 to 600; 30 unless given.
    pub fn wait_seconds(mut self, seconds: u32) -> Self {
        self.request = self.request.with("wait_seconds", seconds.to_string());
        self.request.call = self.request.call.map(|call| call.waiting(seconds));
        self
    }

    /// How long an attempt may take, beyond `wait_seconds`; 60 s unless the client has another.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { request: self.request.timeout(timeout) }
    }

    /// How often a failed attempt is made again; 2 unless the client has another.
    pub fn max_retries(self, max_retries: u32) -> Self {
        Self { request: self.request.max_retries(max_retries) }
    }

    /// The service does it once for all requests with the same key. A new one for each request
    /// unless given.
    pub fn idempotency_key(self, key: impl Into<String>) -> Self {
        Self { request: self.request.idempotency_key(key) }
    }
}

impl<T: DeserializeOwned + Send + 'static> IntoFuture for EndRequest<T> {
    type Output = Result<T>;
    type IntoFuture = BoxFuture<'static, Result<T>>;

    fn into_future(self) -> Self::IntoFuture {
        self.request.into_future()
    }
}

/// Waits for a deployment until it runs or, a job, is completed. Fails if the deployment does, or if
/// the time is over.
#[derive(Debug)]
#[must_use = "nothing is sent before it is awaited"]
pub struct WaitRequest {
    first: Request<Deployment>,
    wait_timeout: Duration,
}

impl WaitRequest {
    pub(crate) fn new(first: Request<Deployment>) -> Self {
        Self { first, wait_timeout: Duration::from_secs(600) }
    }

    /// How long to wait in all; 10 minutes unless given.
    pub fn wait_timeout(mut self, timeout: Duration) -> Self {
        self.wait_timeout = timeout;
        self
    }

    /// How long an attempt may take, beyond what the service was asked to wait.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.first = self.first.timeout(timeout);
        self
    }

    /// How often a failed attempt is made again, of each request.
    pub fn max_retries(mut self, max_retries: u32) -> Self {
        self.first = self.first.max_retries(max_retries);
        self
    }

    /// Of the request that deploys: the service does it once for all requests with the same key.
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.first = self.first.idempotency_key(key);
        self
    }

    async fn wait(self) -> Result<Deployment> {
        let Request { transport, call, options, .. } = self.first;
        let started_at = transport.runtime.elapsed();
        let mut deployment: Deployment = transport.request(&call?, &options).await?;
        let again = Call::deployment(&deployment.deployment_id, &[])?;
        loop {
            let is_completed = deployment.reason == Some(DeploymentReason::Completed);
            match deployment.status {
                DeploymentStatus::Running => return Ok(deployment),
                DeploymentStatus::Stopped if is_completed => return Ok(deployment),
                DeploymentStatus::Stopped | DeploymentStatus::Failed => {
                    return Err(Error::DeploymentFailed(Box::new(deployment)));
                }
                _ => {}
            }
            let waited = transport.runtime.elapsed().saturating_sub(started_at);
            let left = self.wait_timeout.saturating_sub(waited);
            if left.is_zero() {
                return Err(Error::WaitTimeout { deployment: Box::new(deployment), waited });
            }
            transport.runtime.sleep(POLL.min(left)).await;
            deployment = transport.request(&again, &options).await?;
        }
    }
}

impl IntoFuture for WaitRequest {
    type Output = Result<Deployment>;
    type IntoFuture = BoxFuture<'static, Result<Deployment>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.wait())
    }
}
