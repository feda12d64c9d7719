//! One request and its retries. An attempt that brought no whole response, or a refusal that speaks of a moment, is made
//! again with the same body and the same `Idempotency-Key`, so that the service does nothing twice.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue, ACCEPT, AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use reqwest::{Method, Response, StatusCode, Url};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use tokio::time::timeout;
use tracing::debug;

use crate::errors::{Error, ErrorKind, Result, StatusError};
use crate::models::ProblemDetail;
use crate::retry::{read_retry_after, retry_delay};
use crate::runtime::{new_idempotency_key, Runtime};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REQUEST_ID: &str = "x-service-request-id";
const AGENT: &str = concat!("service-client-rust/", env!("CARGO_PKG_VERSION"));

/// What one call may have in place of what the client has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_retries: Option<u32>,
    pub(crate) idempotency_key: Option<String>,
}

/// A request as the API document has it.
#[derive(Clone)]
pub(crate) struct Call {
    method: Method,
    path: Vec<String>,
    query: Vec<(&'static str, String)>,
    body: Option<Vec<u8>>,
    wait: Duration,
}

impl Call {
    pub(crate) fn get(path: &[&str]) -> Self {
        let path = path.iter().map(|&segment| segment.to_owned()).collect();
        Self { method: Method::GET, path, query: Vec::new(), body: None, wait: Duration::ZERO }
    }

    pub(crate) fn post(path: &[&str]) -> Self {
        Self::get(path).into_post()
    }

    pub(crate) fn into_post(self) -> Self {
        Self { method: Method::POST, ..self }
    }

    pub(crate) fn into_put(self) -> Self {
        Self { method: Method::PUT, ..self }
    }

    pub(crate) fn into_delete(self) -> Self {
        Self { method: Method::DELETE, ..self }
    }

    pub(crate) fn below(mut self, segment: &str) -> Self {
        self.path.push(segment.to_owned());
        self
    }

    /// How long the service waits before it responds, which no timeout counts.
    pub(crate) fn waiting(self, seconds: u32) -> Self {
        Self { wait: Duration::from_secs(seconds.into()), ..self }
    }

    /// A parameter, in place of one that was given before.
    pub(crate) fn with(mut self, name: &'static str, value: String) -> Self {
        self.query.retain(|(other, _)| *other != name);
        self.query.push((name, value));
        self
    }

    pub(crate) fn with_body(mut self, body: &impl Serialize) -> Result<Self> {
        let body = serde_json::to_vec(body);
        self.body = Some(body.map_err(|error| Error::InvalidArgument(error.to_string()))?);
        Ok(self)
    }
}

impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} /{}", self.method, self.path.join("/"))
    }
}

/// Without the body, which may have secrets of the caller's.
impl fmt::Debug for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

/// An empty id would lead to another operation, and dots to another path.
pub(crate) fn segment<'a>(what: &str, value: &'a str) -> Result<&'a str> {
    if matches!(value, "" | "." | "..") {
        return Err(Error::InvalidArgument(format!("{what} must not be empty or dots.")));
    }
    Ok(value)
}

/// The key, which nothing prints.
#[derive(Clone)]
pub(crate) struct ApiKey(String);

impl ApiKey {
    pub(crate) fn read(given: &str) -> Result<Self> {
        let key = given.trim();
        let refusal = |message: &str| Err(Error::Configuration(message.to_owned()));
        if key.is_empty() {
            return refusal("There is no API key: give one, or set SERVICE_API_KEY.");
        }
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return refusal("The API key has characters that no key has.");
        }
        Ok(Self(key.to_owned()))
    }

    fn authorization(&self) -> HeaderValue {
        // Of visible ASCII characters alone, so it is a value.
        let mut value = HeaderValue::from_str(&format!("Bearer {}", self.0))
            .unwrap_or_else(|_| HeaderValue::from_static(""));
        value.set_sensitive(true);
        value
    }

    /// `text` without the key.
    fn redact(&self, text: &str) -> String {
        text.replace(&self.0, "[API key]")
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[API key]")
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Transport {
    pub(crate) http: reqwest::Client,
    pub(crate) base_url: Url,
    pub(crate) api_key: ApiKey,
    pub(crate) timeout: Duration,
    pub(crate) max_retries: u32,
    pub(crate) runtime: Arc<dyn Runtime>,
}

impl Transport {
    /// The body of the response; that of a response without content is read as `null`.
    pub(crate) async fn request<T: DeserializeOwned>(&self, call: &Call, options: &Options) -> Result<T> {
        let request = self.build(call, options, "application/json")?;
        let limit = self.timeout_of(options) + call.wait;
        self.retrying(call, options, || async {
            let attempt = async {
                let response = self.send(call, &request).await?;
                let status = response.status();
                let body = response.bytes().await.map_err(|error| self.broken(call, error))?;
                if status == StatusCode::NO_CONTENT {
                    return Ok("null".into());
                }
                Ok(body)
            };
            decode(&within(limit, call, attempt).await?)
        })
        .await
    }

    /// A stream of the service. The timeout is on silence: it begins again with each chunk.
    pub(crate) async fn open(&self, call: &Call, options: &Options) -> Result<ByteStream> {
        let request = self.build(call, options, "text/event-stream")?;
        let silence = self.timeout_of(options);
        let response = within(silence, call, self.send(call, &request)).await?;
        Ok(ByteStream { response, silence, call: call.clone() })
    }

    pub(crate) async fn next_chunk(&self, stream: &mut ByteStream) -> Result<Option<impl AsRef<[u8]>>> {
        let ByteStream { response, silence, call } = stream;
        within(*silence, call, async { response.chunk().await.map_err(|error| self.broken(call, error)) })
            .await
    }

    /// Runs attempts until one succeeds, one fails for good, or none is left.
    async fn retrying<T, F: Future<Output = Result<T>>>(
        &self,
        call: &Call,
        options: &Options,
        attempt: impl Fn() -> F,
    ) -> Result<T> {
        let mut retry = 0;
        loop {
            let error = match attempt().await {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            let Some(delay) = self.delay_after(&error, retry, options) else {
                return Err(error);
            };
            debug!("{call}: {error}; attempt {} in {delay:?}", retry + 2);
            self.runtime.sleep(delay).await;
            retry += 1;
        }
    }

    /// `None` after a failure that is final.
    pub(crate) fn delay_after(&self, error: &Error, retry: u32, options: &Options) -> Option<Duration> {
        if retry >= options.max_retries.unwrap_or(self.max_retries) || !error.is_retryable() {
            return None;
        }
        let retry_after = error.refusal().and_then(|refusal| refusal.retry_after);
        retry_delay(retry, retry_after, self.runtime.random())
    }

    fn timeout_of(&self, options: &Options) -> Duration {
        options.timeout.unwrap_or(self.timeout)
    }

    fn build(&self, call: &Call, options: &Options, accept: &'static str) -> Result<reqwest::Request> {
        let mut request = reqwest::Request::new(call.method.clone(), self.url_of(call));
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static(accept));
        headers.insert(AUTHORIZATION, self.api_key.authorization());
        headers.insert(USER_AGENT, HeaderValue::from_static(AGENT));
        if call.method != Method::GET {
            let key = options.idempotency_key.clone().unwrap_or_else(new_idempotency_key);
            let invalid = |_| Error::InvalidArgument("The idempotency key must be visible ASCII.".to_owned());
            headers.insert(IDEMPOTENCY_KEY, key.try_into().map_err(invalid)?);
        }
        if let Some(body) = &call.body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = Some(body.clone().into());
        }
        Ok(request)
    }

    fn url_of(&self, call: &Call) -> Url {
        let mut url = self.base_url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(&call.path);
        }
        if !call.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&call.query);
        }
        url
    }

    /// A response that is a success.
    async fn send(&self, call: &Call, request: &reqwest::Request) -> Result<Response> {
        // Bodies are in memory, so there is always a copy.
        let copy = request.try_clone().ok_or_else(|| Error::connection("The request cannot be repeated."))?;
        let response = self.http.execute(copy).await.map_err(|error| self.broken(call, error))?;
        debug!("{call}: {}", response.status().as_u16());
        if response.status().is_success() {
            return Ok(response);
        }
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = response.bytes().await.map_err(|error| self.broken(call, error))?;
        Err(Box::new(self.refusal(status, &headers, &body)).into())
    }

    fn refusal(&self, status: u16, headers: &HeaderMap, body: &[u8]) -> StatusError {
        let text = self.api_key.redact(&String::from_utf8_lossy(body));
        let problem: Problem = serde_json::from_str(&text).unwrap_or_default(); // a proxy's page
        let message =
            problem.message.unwrap_or_else(|| format!("The service responded with status {status}."));
        let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).map(str::to_owned);
        StatusError {
            kind: ErrorKind::of(status, problem.code.as_deref()),
            status,
            message,
            code: problem.code,
            request_id,
            details: problem.details,
            retry_after: read_retry_after(headers, std::time::SystemTime::now()),
        }
    }

    fn broken(&self, call: &Call, error: reqwest::Error) -> Error {
        let error = error.without_url();
        let message = self.api_key.redact(&format!("{call} failed on the way: {}.", deepest(&error)));
        Error::Connection { message, source: Some(Box::new(error)) }
    }
}

/// A response that is being read.
#[derive(Debug)]
pub(crate) struct ByteStream {
    response: Response,
    silence: Duration,
    call: Call,
}

#[derive(Default, Deserialize)]
struct Problem {
    message: Option<String>,
    code: Option<String>,
    #[serde(default)]
    details: Vec<ProblemDetail>,
}

async fn within<T>(limit: Duration, call: &Call, work: impl Future<Output = Result<T>>) -> Result<T> {
    match timeout(limit, work).await {
        Ok(result) => result,
        Err(_) => Err(Error::Timeout { request: call.to_string(), timeout: limit }),
    }
}

fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    serde_json::from_slice(body).map_err(|error| match error.classify() {
        Category::Data => Error::Decode(error),
        _ => Error::connection("The response was no JSON, or only a part of it."),
    })
}

/// `error sending request` says nothing; its cause does.
pub(crate) fn deepest(error: &(dyn std::error::Error + 'static)) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
