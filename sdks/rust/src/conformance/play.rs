//! Plays one vector through the client, and says what came of it in the words of the vectors.

use std::fmt::{Debug, Write};
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::server::Vector;
use crate::runtime::Runtime;
use crate::{
    Compute, DeployRequest, DeploymentStatus, EndpointAccess, Items, List, Page, Result, SovereigntyLevel,
};

/// Every operation of the API document, by its id, and what clients add.
pub(super) const OPERATIONS: [&str; 30] = [
    "deploy",
    "deployAndWait",
    "planDeployment",
    "getDeployment",
    "stopDeployment",
    "deleteDeployment",
    "listDeployments",
    "listAllDeployments",
    "listDeploymentEvents",
    "getDeploymentMetrics",
    "getLogs",
    "listHubs",
    "getHub",
    "listRegions",
    "listPrices",
    "getCarbonIntensity",
    "getCarbonForecast",
    "getUsage",
    "listDailyUsage",
    "getMetrics",
    "setEndpointAccess",
    "listDomains",
    "setDomain",
    "checkDomain",
    "removeDomain",
    "listRegistryLogins",
    "setRegistryLogin",
    "removeRegistryLogin",
    "listEvents",
    "followEvents",
];

pub(super) struct Outcome {
    pub(super) result: Result<Value>,
    pub(super) items: Vec<Value>,
    pub(super) delays_ms: Vec<f64>,
    /// All that was logged, and the client as it is printed.
    pub(super) printed: String,
}

pub(super) async fn play(vector: &Vector, base_url: &str, api_key: &str, http: &reqwest::Client) -> Outcome {
    let runtime = Arc::new(TestRuntime { random: vector.client.random, delays: Mutex::default() });
    let mut builder = Compute::builder()
        .api_key(api_key)
        .base_url(base_url)
        .http_client(http.clone())
        .runtime(runtime.clone());
    if let Some(timeout) = vector.client.timeout_ms {
        builder = builder.timeout(Duration::from_millis(timeout));
    }
    if let Some(max_retries) = vector.client.max_retries {
        builder = builder.max_retries(max_retries);
    }
    let log = Log::default();
    let logging = tracing::subscriber::set_default(log.clone());
    let printed = format!("{builder:?}");
    let compute = builder.build().unwrap();
    let printed = format!("{printed}{compute:#?}{:#?}", compute.deployments());
    let mut items = Vec::new();
    let result = call(&compute, vector, &mut items).await;
    drop(logging);
    let delays_ms = runtime.delays.lock().unwrap().iter().map(|delay| delay.as_secs_f64() * 1e3).collect();
    let logged = log.0.lock().unwrap().clone();
    Outcome { result, items, delays_ms, printed: printed + &logged }
}

/// Each parameter that is given, to the method of its name.
macro_rules! given {
    ($builder:expr, $arguments:expr, $($name:ident: $read:ident),*) => {{
        let mut builder = $builder;
        $(if let Some(value) = $arguments.get(stringify!($name)) {
            builder = builder.$name($read(value));
        })*
        builder
    }};
}

/// With the idempotency key of the vector, if it has one.
macro_rules! keyed {
    ($request:expr, $settings:expr) => {
        match &$settings.idempotency_key {
            Some(key) => $request.idempotency_key(key),
            None => $request,
        }
    };
}

async fn call(
    compute: &Compute,
    Vector { operation, arguments, client, .. }: &Vector,
    items: &mut Vec<Value>,
) -> Result<Value> {
    let id = |name: &str| arguments.get(name).map(text).unwrap_or_default();
    let deployments = compute.deployments();
    let deployment = arguments.get("deployment_id").and_then(Value::as_str).unwrap_or_default();
    match operation.as_str() {
        "deploy" => {
            let request = compute.deploy(&deploy_request(arguments));
            wire(keyed!(request, client).await)
        }
        "deployAndWait" => {
            let mut request = compute.deploy_and_wait(&deploy_request(arguments));
            if let Some(limit) = client.wait_timeout_ms {
                request = request.wait_timeout(Duration::from_millis(limit));
            }
            wire(keyed!(request, client).await)
        }
        "planDeployment" => {
            let request = compute.plan(&deploy_request(arguments));
            wire(given!(request, arguments, limit: number, cursor: text).await)
        }
        "getDeployment" => wire(deployments.get(deployment).await),
        "stopDeployment" => wire(given!(deployments.stop(deployment), arguments, wait_seconds: number).await),
        "deleteDeployment" => {
            wire(given!(deployments.delete(deployment), arguments, wait_seconds: number).await)
        }
        "listDeployments" => {
            let list =
                given!(deployments.list(), arguments, status: statuses, hub: text, label: texts, text: text);
            wire(paged(list, arguments).first().await)
        }
        "listAllDeployments" => {
            let every = paged(deployments.list(), arguments).items();
            collect(every, items, |deployment| Value::from(deployment.deployment_id)).await
        }
        "listDeploymentEvents" => wire(paged(deployments.events(deployment), arguments).first().await),
        "getDeploymentMetrics" => {
            let metrics = deployments.metrics(deployment);
            wire(given!(metrics, arguments, from: time, to: time, step_seconds: number).await)
        }
        "getLogs" => {
            let logs = deployments.logs(deployment);
            let logs = given!(logs, arguments, follow: flag, since: time, tail: number, after: text);
            collect(logs.stream(), items, |line| serde_json::to_value(line).unwrap()).await
        }
        "listHubs" => {
            let list = given!(compute.hubs().list(), arguments, region: text, gpu_type: text);
            wire(paged(list, arguments).first().await)
        }
        "getHub" => wire(compute.hubs().get(&id("hub")).await),
        "listRegions" => wire(paged(compute.regions().list(), arguments).first().await),
        "listPrices" => {
            let list = given!(compute.pricing().list(), arguments, region: text, gpu_type: text);
            wire(paged(list, arguments).first().await)
        }
        "getCarbonIntensity" => wire(compute.carbon().get(&id("country")).await),
        "getCarbonForecast" => {
            let forecast = compute.carbon().forecast(&id("country"));
            wire(given!(forecast, arguments, hours: number).await)
        }
        "getUsage" => {
            let usage = compute.usage().get();
            wire(given!(usage, arguments, month: text, limit: number, cursor: text).await)
        }
        "listDailyUsage" => {
            let list = given!(compute.usage().days(), arguments, from: text, to: text, label: text);
            wire(paged(list, arguments).first().await)
        }
        "getMetrics" => wire(compute.metrics().await),
        "setEndpointAccess" => wire(deployments.set_access(deployment, &access(&arguments["access"])).await),
        "listDomains" => wire(paged(compute.domains().list(), arguments).first().await),
        "setDomain" => wire(compute.domains().set(&id("domain"), deployment).await),
        "checkDomain" => wire(compute.domains().check(&id("domain")).await),
        "removeDomain" => wire(compute.domains().remove(&id("domain")).await),
        "listRegistryLogins" => wire(paged(compute.registries().list(), arguments).first().await),
        "setRegistryLogin" => {
            let registries = compute.registries();
            wire(registries.set(&id("registry"), &id("username"), &id("password")).await)
        }
        "removeRegistryLogin" => wire(compute.registries().remove(&id("registry")).await),
        "listEvents" => {
            let list = given!(compute.events().list(), arguments, deployment_id: texts, label: texts);
            let list = list.kind(texts(&arguments["type"]));
            wire(paged(list, arguments).first().await)
        }
        "followEvents" => {
            let follow = compute.events().follow();
            let mut follow = given!(follow, arguments, deployment_id: texts, label: texts, cursor: text);
            if let Some(kinds) = arguments.get("type") {
                follow = follow.kind(texts(kinds));
            }
            collect(follow.stream(), items, |event| serde_json::to_value(event).unwrap()).await
        }
        unknown => panic!("{unknown} is not played"),
    }
}

fn deploy_request(arguments: &Map<String, Value>) -> DeployRequest {
    let request = DeployRequest::new(text(&arguments["gpu_type"]), text(&arguments["image"]));
    let variables = arguments.get("env").map(pairs).unwrap_or_default();
    given!(request.envs(variables), arguments, count: number, region: texts, sovereignty: level, carbon_aware: flag,
        name: text, labels: pairs, command: texts, args: texts, port: number, health_path: text,
        access: access, cpu: float, memory_gb: float, disk_gb: float, duration_hours: float,
        max_lifetime_hours: float, max_delay_hours: float, max_price_usd: float, wait_seconds: number)
}

fn paged<P: Page>(list: List<P>, arguments: &Map<String, Value>) -> List<P> {
    given!(list, arguments, limit: number, cursor: text)
}

async fn collect<T>(mut all: Items<T>, items: &mut Vec<Value>, show: impl Fn(T) -> Value) -> Result<Value> {
    while let Some(item) = all.next().await {
        items.push(show(item?));
    }
    Ok(Value::Null)
}

fn wire(result: Result<impl Serialize>) -> Result<Value> {
    result.map(|value| serde_json::to_value(value).unwrap())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(text).collect()
}

fn statuses(value: &Value) -> Vec<DeploymentStatus> {
    serde_json::from_value(value.clone()).unwrap()
}

fn pairs(value: &Value) -> Vec<(String, String)> {
    value.as_object().unwrap().iter().map(|(name, value)| (name.clone(), text(value))).collect()
}

fn number<N: TryFrom<u64, Error: Debug>>(value: &Value) -> N {
    value.as_u64().unwrap().try_into().unwrap()
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn flag(value: &Value) -> bool {
    value.as_bool().unwrap()
}

fn access(value: &Value) -> EndpointAccess {
    value.as_str().unwrap().into()
}

fn level(value: &Value) -> SovereigntyLevel {
    value.as_str().unwrap().into()
}

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

/// Sleeps only move a clock.
#[derive(Debug)]
struct TestRuntime {
    random: f64,
    delays: Mutex<Vec<Duration>>,
}

impl Runtime for TestRuntime {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        self.delays.lock().unwrap().push(duration);
        Box::pin(ready(()))
    }

    fn random(&self) -> f64 {
        self.random
    }

    fn elapsed(&self) -> Duration {
        self.delays.lock().unwrap().iter().sum()
    }
}

/// Keeps what is logged, at every level and by every library.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<String>>);

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        writeln!(self.0.lock().unwrap(), "{field}: {value:?}").unwrap();
    }
}
