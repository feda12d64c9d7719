//! Whether what came of a vector is what it expects.

use std::error::Error as StdError;
use std::fmt::Write;

use chrono::DateTime;
use serde_json::{json, Map, Value};

use super::play::Outcome;
use super::server::{Attempt, Vector};
use crate::{Error, ErrorKind};

type Json = Map<String, Value>;

/// Each difference, for a person.
pub(super) fn faults_of(
    vector: &Vector,
    outcome: &Outcome,
    attempts: &[Attempt],
    api_key: &str,
) -> Vec<String> {
    let mut faults = Faults::default();
    let expected = &vector.expect;
    faults.compare("attempts", &json!(attempts.len()), &expected["attempts"]);
    if let Some(Value::Array(requests)) = expected.get("requests") {
        for (attempt, request) in attempts.iter().zip(requests) {
            faults.compare("request", &shown(attempt), &with_body(request));
        }
    }
    for Attempt { headers, .. } in attempts {
        faults.compare("key", &headers["authorization"], &json!(format!("Bearer {api_key}")));
        faults.compare("agent", &headers["user-agent"], &json!("service-client-rust/1.4.2"));
    }
    if let Some(delays) = expected.get("delays_ms") {
        faults.compare("delays", &json!(outcome.delays_ms), delays);
    }
    if let Some(items) = expected.get("items") {
        faults.compare("items", &json!(outcome.items), items);
    }
    faults.check_keys(attempts, expected);
    match (&outcome.result, expected.get("error")) {
        (Ok(result), None) => faults.check_result(result, expected),
        (Err(error), Some(wanted)) => faults.check_error(error, wanted),
        (result, wanted) => faults.0.push(format!("came to {result:?}, not to {wanted:?}")),
    }
    if printed(outcome).contains(api_key) {
        faults.0.push("the key is printed".to_owned());
    }
    faults.0
}

#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn compare(&mut self, what: &str, seen: &Value, wanted: &Value) {
        if canonical(seen) != canonical(wanted) {
            self.0.push(format!("{what} is {seen}, not {wanted}"));
        }
    }

    fn check_result(&mut self, result: &Value, expected: &Json) {
        if let Some(wanted) = expected.get("result") {
            self.compare("result", result, wanted);
        }
        if let Some(Value::Object(fields)) = expected.get("result_includes") {
            for (name, wanted) in fields {
                self.compare(name, &result[name], wanted);
            }
        }
    }

    fn check_keys(&mut self, attempts: &[Attempt], expected: &Json) {
        let keys = attempts.iter().map(|attempt| attempt.headers.get("idempotency-key"));
        let mut keys: Vec<_> = keys.map(|key| key.cloned().unwrap_or_default()).collect();
        keys.dedup();
        if expected.contains_key("same_idempotency_key")
            && !matches!(&keys[..], [Value::String(key)] if key.len() >= 16)
        {
            self.0.push(format!("the idempotency keys are {keys:?}"));
        }
        if let Some(key) = expected.get("idempotency_key") {
            self.compare("idempotency key", &json!(keys), &json!([key]));
        }
    }

    fn check_error(&mut self, error: &Error, wanted: &Value) {
        for (name, value) in wanted.as_object().unwrap() {
            let seen = if name == "class" { json!(class_of(error)) } else { field_of(error, name) };
            self.compare(name, &seen, value);
        }
    }
}

fn class_of(error: &Error) -> String {
    match error {
        Error::Status(refusal) if refusal.kind == ErrorKind::Other => "Status".to_owned(),
        Error::Status(refusal) => format!("{:?}", refusal.kind),
        Error::Connection { .. } => "Connection".to_owned(),
        Error::Timeout { .. } => "Timeout".to_owned(),
        Error::DeploymentFailed(_) => "DeploymentFailed".to_owned(),
        Error::WaitTimeout { .. } => "WaitTimeout".to_owned(),
        Error::Decode(_) => "API".to_owned(),
        other => format!("{other:?}"),
    }
}

fn field_of(error: &Error, name: &str) -> Value {
    let deployment = match error {
        Error::DeploymentFailed(deployment) | Error::WaitTimeout { deployment, .. } => Some(deployment),
        _ => None,
    };
    let refusal = error.refusal();
    match name {
        "retryable" => json!(error.is_retryable()),
        "deployment_id" => json!(deployment.map(|deployment| &deployment.deployment_id)),
        "status" => json!(refusal.map(|refusal| refusal.status)),
        "code" => json!(refusal.map(|refusal| &refusal.code)),
        "request_id" => json!(refusal.map(|refusal| &refusal.request_id)),
        "details" => json!(refusal.map(|refusal| &refusal.details)),
        "message" => json!(refusal.map_or_else(|| error.to_string(), |refusal| refusal.message.clone())),
        "retry_after_ms" => {
            json!(refusal.and_then(|refusal| refusal.retry_after).map(|wait| wait.as_secs_f64() * 1e3))
        }
        unknown => panic!("{unknown} of an error is not compared"),
    }
}

fn shown(Attempt { method, path, query, body, .. }: &Attempt) -> Value {
    json!({ "method": method, "path": path, "query": query, "body": body })
}

fn with_body(request: &Value) -> Value {
    let mut request = request.clone();
    request.as_object_mut().unwrap().entry("body").or_insert(Value::Null);
    request
}

/// Numbers and times are compared by what they mean.
fn canonical(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(canonical).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, inner)| (name.clone(), canonical(inner))).collect())
        }
        Value::Number(number) => json!(number.as_f64()),
        Value::String(text) => match DateTime::parse_from_rfc3339(text) {
            Ok(at) => json!(format!("at {}", at.timestamp_millis())),
            Err(_) => value.clone(),
        },
        _ => value.clone(),
    }
}

/// All that a program may print or log.
fn printed(Outcome { result, printed, .. }: &Outcome) -> String {
    let mut text = printed.clone();
    if let Err(error) = result {
        write!(text, "{error:?}{error:#?}").unwrap();
        let mut cause: Option<&(dyn StdError + 'static)> = Some(error);
        while let Some(error) = cause {
            write!(text, "{error}{error:?}").unwrap();
            cause = error.source();
        }
    }
    text
}
