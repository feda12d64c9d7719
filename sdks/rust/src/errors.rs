//! Failures. `code` is stable and for programs, the message for people; the API key is in neither.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use crate::models::{Deployment, ProblemDetail};

/// What a call of this library returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The client was given something that cannot work, such as no API key.
    #[error("{0}")]
    Configuration(String),

    /// The call was given something that cannot work, such as an empty id. Nothing was sent.
    #[error("{0}")]
    InvalidArgument(String),

    /// The service refused the request, or failed.
    #[error(transparent)]
    Status(#[from] Box<StatusError>),

    /// No whole response came: the connection failed, was cut, or what came was no JSON.
    #[error("{message}")]
    Connection {
        /// What happened, for a person.
        message: String,
        /// Why, where the transport says it.
        source: Option<Box<dyn StdError + Send + Sync>>,
    },

    /// The response did not come in time.
    #[error("{request} took longer than {} s.", timeout.as_secs_f64())]
    Timeout {
        /// Method and path.
        request: String,
        /// How long the attempt was allowed to take.
        timeout: Duration,
    },

    /// The response is JSON, but not what this version of the library can read.
    #[error("The response cannot be read: {0}")]
    Decode(#[source] serde_json::Error),

    /// The deployment that was waited for will not run.
    #[error("{}", failure_of(.0))]
    DeploymentFailed(Box<Deployment>),

    /// The deployment that was waited for does not run yet. It goes on without the caller.
    #[error("{} is still {} after {} s", deployment.deployment_id, deployment.status, waited.as_secs())]
    WaitTimeout {
        /// As it was last seen.
        deployment: Box<Deployment>,
        /// How long was waited.
        waited: Duration,
    },
}

impl Error {
    /// Whether the same request may succeed later. It was already retried as often as the client may.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Status(refusal) => refusal.is_retryable(),
            Self::Connection { .. } | Self::Timeout { .. } => true,
            _ => false,
        }
    }

    /// The kind of refusal; `None` if the service did not refuse anything.
    #[must_use]
    pub fn kind(&self) -> Option<ErrorKind> {
        self.refusal().map(|refusal| refusal.kind)
    }

    /// What the service said; `None` if it did not refuse anything.
    #[must_use]
    pub fn refusal(&self) -> Option<&StatusError> {
        match self {
            Self::Status(refusal) => Some(refusal),
            _ => None,
        }
    }

    pub(crate) fn connection(message: impl Into<String>) -> Self {
        Self::Connection { message: message.into(), source: None }
    }
}

fn failure_of(deployment: &Deployment) -> String {
    let reason = deployment.reason.as_ref().map(|reason| format!(" ({reason})"));
    let message = deployment.message.as_ref().map(|message| format!(": {message}"));
    format!(
        "{} is {}{}{}",
        deployment.deployment_id,
        deployment.status,
        reason.unwrap_or_default(),
        message.unwrap_or_default()
    )
}

/// A response with a status that is no success.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StatusError {
    /// The kind of refusal, by status and code.
    pub kind: ErrorKind,
    /// The HTTP status.
    pub status: u16,
    /// What went wrong and what to do, for a person.
    pub message: String,
    /// Such as `no-capacity`; `None` if the response was not the service's own.
    pub code: Option<String>,
    /// `X-Service-Request-Id`: quote it to support.
    pub request_id: Option<String>,
    /// The fields that were refused.
    pub details: Vec<ProblemDetail>,
    /// How long the service asked to wait.
    pub retry_after: Option<Duration>,
}

impl StatusError {
    /// A refusal that speaks of a moment. A 409 does only while the same request is at work.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self.status {
            409 => self.code.as_deref() == Some("idempotency-in-progress"),
            408 | 429 | 500 | 502 | 503 | 504 => true,
            _ => false,
        }
    }
}

impl fmt::Display for StatusError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({}", self.message, self.status)?;
        for known in [&self.code, &self.request_id].into_iter().flatten() {
            write!(formatter, ", {known}")?;
        }
        formatter.write_str(")")
    }
}

impl StdError for StatusError {}

/// Kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// 400: something in the request is wrong; `details` names it.
    BadRequest,
    /// 401: no key, or none that is valid.
    Authentication,
    /// 403: the key may not do this.
    PermissionDenied,
    /// 403 `quota-exceeded`: the GPU-hours of the month are used.
    QuotaExceeded,
    /// 404: there is no such thing, or it is another company's.
    NotFound,
    /// 409: not possible in the current state.
    Conflict,
    /// 409 `no-capacity`: no hub has enough free GPUs now.
    NoCapacity,
    /// 422: understood, and never possible as it stands.
    UnprocessableEntity,
    /// 422 `no-feasible-hub`: no hub could ever take it.
    NoFeasibleHub,
    /// 429: too many requests, or the requests of the month are used.
    RateLimit,
    /// 5xx: the service failed.
    InternalServer,
    /// Any other status.
    Other,
}

impl ErrorKind {
    pub(crate) fn of(status: u16, code: Option<&str>) -> Self {
        match (status, code) {
            (403, Some("quota-exceeded")) => Self::QuotaExceeded,
            (409, Some("no-capacity")) => Self::NoCapacity,
            (422, Some("no-feasible-hub")) => Self::NoFeasibleHub,
            (400, _) => Self::BadRequest,
            (401, _) => Self::Authentication,
            (403, _) => Self::PermissionDenied,
            (404, _) => Self::NotFound,
            (409, _) => Self::Conflict,
            (422, _) => Self::UnprocessableEntity,
            (429, _) => Self::RateLimit,
            (500.., _) => Self::InternalServer,
            _ => Self::Other,
        }
    }
}
