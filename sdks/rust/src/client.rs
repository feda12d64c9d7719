//! The compute API: [`Compute`], and what it has by kind.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::Url;

use crate::deploy_request::DeployRequest;
use crate::errors::{Error, Result};
use crate::feed::FollowRequest;
use crate::list::List;
use crate::logs::LogRequest;
use crate::models::{
    CarbonForecast, CarbonIntensity, CompanyEventPage, CompanyMetrics, DailyUsagePage, Deployment,
    DeploymentEventPage, DeploymentMetrics, DeploymentPage, Domain, DomainPage, Endpoint, Hub, HubPage,
    MonthUsage, Plan, PricePage, RegionPage, RegistryLogin, RegistryLoginPage,
};
use crate::request::{EndRequest, Request, WaitRequest, DEFAULT_WAIT_SECONDS};
use crate::runtime::{RealRuntime, Runtime};
use crate::transport::{deepest, segment, ApiKey, Call, Transport};
use crate::values::EndpointAccess;

/// A client of the compute API. Clones share their connections.
#[derive(Clone)]
pub struct Compute {
    transport: Arc<Transport>,
}

impl Compute {
    /// With `SERVICE_API_KEY` and `SERVICE_BASE_URL` of the environment.
    pub fn from_env() -> Result<Self> {
        Self::builder().build()
    }

    /// With options of your own.
    ///
    /// ```no_run
    /// # fn main() -> service_client::Result<()> {
    /// use std::time::Duration;
    /// use service_client::Compute;
    ///
    /// let compute = Compute::builder()
    ///     .api_key("svc_…")
    ///     .base_url("https://compute.example.com")
    ///     .timeout(Duration::from_secs(20))
    ///     .max_retries(4)
    ///     .build()?;
    /// # Ok(()) }
    /// ```
    pub fn builder() -> ComputeBuilder {
        ComputeBuilder::default()
    }

    /// Where the service is.
    #[must_use]
    pub fn base_url(&self) -> &str {
        self.transport.base_url.as_str().trim_end_matches('/')
    }

    /// Returns once it runs, or after `wait_seconds` with its status then.
    pub fn deploy(&self, request: &DeployRequest) -> Request<Deployment> {
        let wait = request.wait_seconds.unwrap_or(DEFAULT_WAIT_SECONDS);
        let call = Call::post(&["v1", "compute", "deploy"]).with_body(request);
        Request::new(self.transport.clone(), call.map(|call| call.waiting(wait)))
    }

    /// Returns once it runs or, a job, is completed; fails if it does, or if the time is over.
    pub fn deploy_and_wait(&self, request: &DeployRequest) -> WaitRequest {
        WaitRequest::new(self.deploy(request))
    }

    /// Where it would run, and why nowhere else. Nothing is deployed.
    pub fn plan(&self, request: &DeployRequest) -> Request<Plan> {
        let call = Call::post(&["v1", "compute", "plan"]).with_body(request);
        Request::new(self.transport.clone(), call)
    }

    /// What the company runs and has used now.
    pub fn metrics(&self) -> Request<CompanyMetrics> {
        Request::new(self.transport.clone(), Ok(Call::get(&["v1", "metrics"])))
    }

    /// Deployments.
    #[must_use]
    pub fn deployments(&self) -> Deployments {
        Deployments { transport: self.transport.clone() }
    }

    /// Sites with GPUs.
    #[must_use]
    pub fn hubs(&self) -> Hubs {
        Hubs { transport: self.transport.clone() }
    }

    /// Where deployments may run.
    #[must_use]
    pub fn regions(&self) -> Regions {
        Regions { transport: self.transport.clone() }
    }

    /// Types of GPU and their prices.
    #[must_use]
    pub fn pricing(&self) -> Pricing {
        Pricing { transport: self.transport.clone() }
    }

    /// The carbon intensity of grids.
    #[must_use]
    pub fn carbon(&self) -> Carbon {
        Carbon { transport: self.transport.clone() }
    }

    /// What has been used, by month.
    #[must_use]
    pub fn usage(&self) -> UsageOfMonths {
        UsageOfMonths { transport: self.transport.clone() }
    }

    /// What happens to all deployments.
    #[must_use]
    pub fn events(&self) -> Events {
        Events { transport: self.transport.clone() }
    }

    /// Names of your own that lead to deployments.
    #[must_use]
    pub fn domains(&self) -> Domains {
        Domains { transport: self.transport.clone() }
    }

    /// Logins for the registries of private images.
    #[must_use]
    pub fn registries(&self) -> Registries {
        Registries { transport: self.transport.clone() }
    }
}

impl fmt::Debug for Compute {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Compute").field("base_url", &self.base_url()).finish_non_exhaustive()
    }
}

/// Options of a [`Compute`].
#[derive(Clone, Default)]
#[must_use]
pub struct ComputeBuilder {
    api_key: Option<String>,
    base_url: Option<String>,
    timeout: Option<Duration>,
    max_retries: Option<u32>,
    http_client: Option<reqwest::Client>,
    runtime: Option<Arc<dyn Runtime>>,
}

impl ComputeBuilder {
    /// `SERVICE_API_KEY` of the environment unless given.
    pub fn api_key(mut self, api_key: impl Into<String>) -> Self {
        self.api_key = Some(api_key.into());
        self
    }

    /// `SERVICE_BASE_URL` of the environment unless given; else that of the demo,
    /// `http://127.0.0.1:4100`.
    pub fn base_url(mut self, base_url: impl Into<String>) -> Self {
        self.base_url = Some(base_url.into());
        self
    }

    /// How long an attempt may take, beyond what the service was asked to wait; 60 s unless given.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How often a failed attempt is made again; 2 unless given.
    pub fn max_retries(mut self, max_retries: u32) -> Self {
        self.max_retries = Some(max_retries);
        self
    }

    /// For proxies, certificates and the like. Have it follow no redirects.
    pub fn http_client(mut self, client: reqwest::Client) -> Self {
        self.http_client = Some(client);
        self
    }

    #[cfg(test)]
    pub(crate) fn runtime(mut self, runtime: Arc<dyn Runtime>) -> Self {
        self.runtime = Some(runtime);
        self
    }

    /// Fails without an API key, and with an address that is none.
    pub fn build(self) -> Result<Compute> {
        let api_key = ApiKey::read(&given_or(self.api_key, "SERVICE_API_KEY").unwrap_or_default())?;
        let base_url = given_or(self.base_url, "SERVICE_BASE_URL");
        let base_url = read_base_url(base_url.as_deref().unwrap_or("http://127.0.0.1:4100"))?;
        let transport = Transport {
            http: self.http_client.map_or_else(new_http_client, Ok)?,
            base_url,
            api_key,
            timeout: self.timeout.unwrap_or(Duration::from_secs(60)),
            max_retries: self.max_retries.unwrap_or(2),
            runtime: self.runtime.unwrap_or_else(|| Arc::new(RealRuntime::new())),
        };
        Ok(Compute { transport: Arc::new(transport) })
    }
}

impl fmt::Debug for ComputeBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ComputeBuilder")
            .field("base_url", &self.base_url)
            .field("timeout", &self.timeout)
            .field("max_retries", &self.max_retries)
            .finish_non_exhaustive()
    }
}

fn given_or(given: Option<String>, variable: &str) -> Option<String> {
    given.or_else(|| env::var(variable).ok().filter(|value| !value.is_empty()))
}

/// A redirect would take the request to an address that nobody chose.
pub(crate) fn new_http_client() -> Result<reqwest::Client> {
    let client = reqwest::Client::builder().redirect(Policy::none()).build();
    client.map_err(|error| Error::Configuration(format!("There is no HTTP client: {}.", deepest(&error))))
}

fn read_base_url(given: &str) -> Result<Url> {
    let url = Url::parse(given).ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    });
    url.ok_or_else(|| {
        Error::Configuration(
            "The base URL must be an http or https address without user, query or hash.".to_owned(),
        )
    })
}

impl Call {
    /// A deployment, or what is below it.
    pub(crate) fn deployment(id: &str, below: &[&str]) -> Result<Self> {
        let id = segment("The deployment id", id)?;
        Ok(Self::get(&[&["v1", "compute", "deployments", id], below].concat()))
    }
}

/// Deployments: [`Compute::deployments`].
#[derive(Clone, Debug)]
pub struct Deployments {
    transport: Arc<Transport>,
}

impl Deployments {
    /// The newest first.
    pub fn list(&self) -> List<DeploymentPage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "compute", "deployments"])))
    }

    /// One deployment.
    pub fn get(&self, deployment_id: &str) -> Request<Deployment> {
        Request::new(self.transport.clone(), Call::deployment(deployment_id, &[]))
    }

    /// Returns once it has stopped, or after `wait_seconds` with its status then.
    pub fn stop(&self, deployment_id: &str) -> EndRequest<Deployment> {
        let call = Call::deployment(deployment_id, &["stop"]).map(Call::into_post);
        EndRequest::new(self.transport.clone(), call)
    }

    /// Stops and then hides it. Returns nothing once that is done, or the deployment if it still
    /// ends: repeat it later.
    pub fn delete(&self, deployment_id: &str) -> EndRequest<Option<Deployment>> {
        let call = Call::deployment(deployment_id, &[]).map(Call::into_delete);
        EndRequest::new(self.transport.clone(), call)
    }

    /// Returns once it runs or, a job, is completed; fails if it does, or if the time is over.
    pub fn wait_until_running(&self, deployment_id: &str) -> WaitRequest {
        WaitRequest::new(self.get(deployment_id))
    }

    /// Who may reach its endpoint from now on. Requests that came in under another rule end, unless it
    /// becomes public.
    pub fn set_access(&self, deployment_id: &str, access: &EndpointAccess) -> Request<Endpoint> {
        let call = segment("The deployment id", deployment_id)
            .and_then(|id| put(&["v1", "endpoints", id, "access"], &[("access", access.as_str())]));
        Request::new(self.transport.clone(), call)
    }

    /// What it has written.
    ///
    /// ```no_run
    /// # async fn example(compute: service_client::Compute) -> service_client::Result<()> {
    /// let mut lines = compute.deployments().logs("dep_…").follow(true).stream();
    /// while let Some(line) = lines.next().await {
    ///     println!("{}", line?.text);
    /// }
    /// # Ok(()) }
    /// ```
    pub fn logs(&self, deployment_id: &str) -> LogRequest {
        LogRequest::new(self.transport.clone(), Call::deployment(deployment_id, &[]))
    }

    /// What happened to it, the newest first.
    pub fn events(&self, deployment_id: &str) -> List<DeploymentEventPage> {
        List::new(self.transport.clone(), Call::deployment(deployment_id, &["events"]))
    }

    /// What it uses, and has used.
    pub fn metrics(&self, deployment_id: &str) -> Request<DeploymentMetrics> {
        Request::new(self.transport.clone(), Call::deployment(deployment_id, &["metrics"]))
    }
}

/// Sites with GPUs: [`Compute::hubs`].
#[derive(Clone, Debug)]
pub struct Hubs {
    transport: Arc<Transport>,
}

impl Hubs {
    /// Every hub.
    pub fn list(&self) -> List<HubPage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "hubs"])))
    }

    /// One hub.
    pub fn get(&self, hub: &str) -> Request<Hub> {
        let call = segment("The hub", hub).map(|hub| Call::get(&["v1", "hubs", hub]));
        Request::new(self.transport.clone(), call)
    }
}

/// Where deployments may run: [`Compute::regions`].
#[derive(Clone, Debug)]
pub struct Regions {
    transport: Arc<Transport>,
}

impl Regions {
    /// Countries and groups of countries.
    pub fn list(&self) -> List<RegionPage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "regions"])))
    }
}

/// Types of GPU and their prices: [`Compute::pricing`].
#[derive(Clone, Debug)]
pub struct Pricing {
    transport: Arc<Transport>,
}

impl Pricing {
    /// By type of GPU.
    pub fn list(&self) -> List<PricePage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "pricing"])))
    }
}

/// The carbon intensity of grids: [`Compute::carbon`].
#[derive(Clone, Debug)]
pub struct Carbon {
    transport: Arc<Transport>,
}

impl Carbon {
    /// The carbon intensity of a country's grid now, by its ISO 3166-1 alpha-2 code.
    pub fn get(&self, country: &str) -> Request<CarbonIntensity> {
        let call = segment("The country", country).map(|code| Call::get(&["v1", "carbon", code]));
        Request::new(self.transport.clone(), call)
    }

    /// The carbon intensity of a country's grid over the next hours.
    pub fn forecast(&self, country: &str) -> Request<CarbonForecast> {
        let call = segment("The country", country).map(|code| Call::get(&["v1", "carbon", code, "forecast"]));
        Request::new(self.transport.clone(), call)
    }
}

/// What has been used, by month: [`Compute::usage`].
#[derive(Clone, Debug)]
pub struct UsageOfMonths {
    transport: Arc<Transport>,
}

impl UsageOfMonths {
    /// A month, with the first page of its deployments.
    pub fn get(&self) -> Request<MonthUsage> {
        Request::new(self.transport.clone(), Ok(Call::get(&["v1", "usage"])))
    }

    /// The days on which something was used, the newest first.
    pub fn days(&self) -> List<DailyUsagePage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "usage", "days"])))
    }

    /// Every deployment that used something in the month.
    pub fn deployments(&self) -> List<MonthUsage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "usage"])))
    }
}

/// What happens to all deployments: [`Compute::events`].
#[derive(Clone, Debug)]
pub struct Events {
    transport: Arc<Transport>,
}

impl Events {
    /// All that are kept, the oldest first.
    pub fn list(&self) -> List<CompanyEventPage> {
        List::new(self.transport.clone(), Ok(feed_call()))
    }

    /// What happens from now on, or after a cursor.
    ///
    /// ```no_run
    /// # async fn example(compute: service_client::Compute) -> service_client::Result<()> {
    /// let mut events = compute.events().follow().kind(["failed"]).stream();
    /// while let Some(event) = events.next().await {
    ///     println!("{:?} failed", event?.deployment_id);
    /// }
    /// # Ok(()) }
    /// ```
    pub fn follow(&self) -> FollowRequest {
        FollowRequest::new(self.transport.clone(), feed_call())
    }
}

/// Names of your own that lead to deployments: [`Compute::domains`].
#[derive(Clone, Debug)]
pub struct Domains {
    transport: Arc<Transport>,
}

impl Domains {
    /// By name.
    pub fn list(&self) -> List<DomainPage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "domains"])))
    }

    /// Claims it, or lets one that you have lead to another deployment. The TXT record that it returns
    /// proves that it is yours.
    pub fn set(&self, domain: &str, deployment_id: &str) -> Request<Domain> {
        let call = segment("The domain", domain)
            .and_then(|domain| put(&["v1", "domains", domain], &[("deployment_id", deployment_id)]));
        Request::new(self.transport.clone(), call)
    }

    /// Looks for the TXT record now.
    pub fn check(&self, domain: &str) -> Request<Domain> {
        let call =
            segment("The domain", domain).map(|domain| Call::post(&["v1", "domains", domain, "check"]));
        Request::new(self.transport.clone(), call)
    }

    /// It leads nowhere here any more.
    pub fn remove(&self, domain: &str) -> Request<()> {
        let call =
            segment("The domain", domain).map(|domain| Call::get(&["v1", "domains", domain]).into_delete());
        Request::new(self.transport.clone(), call)
    }
}

/// Logins for the registries of private images, by the host of the registry: [`Compute::registries`].
#[derive(Clone, Debug)]
pub struct Registries {
    transport: Arc<Transport>,
}

impl Registries {
    /// By the host of the registry.
    pub fn list(&self) -> List<RegistryLoginPage> {
        List::new(self.transport.clone(), Ok(Call::get(&["v1", "registries"])))
    }

    /// In place of the login that the registry had. The password is kept encrypted and never shown
    /// again; a token that only reads is best.
    pub fn set(&self, registry: &str, username: &str, password: &str) -> Request<RegistryLogin> {
        let login = [("username", username), ("password", password)];
        let call = segment("The registry", registry)
            .and_then(|registry| put(&["v1", "registries", registry], &login));
        Request::new(self.transport.clone(), call)
    }

    /// What runs goes on running.
    pub fn remove(&self, registry: &str) -> Request<()> {
        let call = segment("The registry", registry)
            .map(|registry| Call::get(&["v1", "registries", registry]).into_delete());
        Request::new(self.transport.clone(), call)
    }
}

fn put(path: &[&str], body: &[(&str, &str)]) -> Result<Call> {
    Call::get(path).into_put().with_body(&body.iter().copied().collect::<BTreeMap<_, _>>())
}

fn feed_call() -> Call {
    Call::get(&["v1", "events"])
}

#[cfg(test)]
mod tests {
    use super::{Compute, Error, Result};

    const KEY: &str = "svc_secret0000";

    fn with(key: &str, base_url: &str) -> Result<Compute> {
        Compute::builder().api_key(key).base_url(base_url).build()
    }

    #[test]
    fn a_key_that_cannot_be_one_is_refused_and_not_shown() {
        for key in ["", "  ", "svc_a\nb", "svc_ä"] {
            let error = with(key, "http://localhost").unwrap_err();
            assert!(matches!(error, Error::Configuration(_)));
            assert!(key.trim().is_empty() || !format!("{error}{error:?}").contains(key));
        }
    }

    #[test]
    fn an_address_that_cannot_be_one_is_refused() {
        for address in ["compute", "ftp://a", "https://me:secret@a", "https://a/?key=1", "https://a/#b"] {
            assert!(matches!(with(KEY, address), Err(Error::Configuration(_))), "{address}");
        }
        assert_eq!(with(KEY, "https://a.example/base/").unwrap().base_url(), "https://a.example/base");
    }

    #[tokio::test]
    async fn an_id_that_would_lead_elsewhere_is_refused() {
        let compute = with(KEY, "http://127.0.0.1:1").unwrap();
        for id in ["", ".", ".."] {
            let deployments = compute.deployments();
            assert!(matches!(deployments.get(id).await, Err(Error::InvalidArgument(_))));
            assert!(matches!(deployments.stop(id).await, Err(Error::InvalidArgument(_))));
            assert!(matches!(deployments.events(id).all().await, Err(Error::InvalidArgument(_))));
            let line = deployments.logs(id).stream().next().await;
            assert!(matches!(line, Some(Err(Error::InvalidArgument(_)))));
            assert!(matches!(compute.hubs().get(id).await, Err(Error::InvalidArgument(_))));
            assert!(matches!(compute.carbon().get(id).await, Err(Error::InvalidArgument(_))));
        }
    }

    #[tokio::test]
    async fn options_of_a_call_win_over_those_of_the_client() {
        let compute = with(KEY, "http://127.0.0.1:1").unwrap(); // where nothing listens
        let refused = compute.hubs().get("h").max_retries(0).await.unwrap_err();
        assert!(matches!(refused, Error::Connection { .. }) && refused.is_retryable());
        let key = compute.deployments().stop("dep_1").idempotency_key("no\nkey").await;
        assert!(matches!(key, Err(Error::InvalidArgument(_))));
    }

    #[tokio::test]
    async fn calls_can_be_spawned() {
        let compute = with(KEY, "http://127.0.0.1:1").unwrap();
        let call = compute.deployments().get("dep_1").max_retries(0);
        let lines = compute.deployments().logs("dep_1").max_retries(0).stream();
        assert!(tokio::spawn(async move { call.await }).await.unwrap().is_err());
        assert!(tokio::spawn(lines.all()).await.unwrap().is_err());
    }

    #[test]
    fn requests_show_neither_the_key_nor_the_values_of_variables() {
        let compute = with(KEY, "http://localhost").unwrap();
        let request = crate::DeployRequest::new("H100", "sim/ok").env("TOKEN", "secret");
        let call = compute.deploy(&request);
        let shown = format!("{compute:?}{call:?}{request:?}{:?}", compute.hubs().list());
        assert!(!shown.contains(KEY));
        assert!(!format!("{request:?}").contains("secret"));
    }
}
