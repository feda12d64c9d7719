//! What to deploy, and where it may run.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::values::{EndpointAccess, SovereigntyLevel};

/// What to deploy, and where it may run. What is not given is left to the service.
///
/// ```
/// use service_client::{DeployRequest, SovereigntyLevel};
///
/// let request = DeployRequest::new("H100", "ghcr.io/team/model:1")
///     .count(2)
///     .region(["se", "eu"])
///     .sovereignty(SovereigntyLevel::Residency)
///     .env("TOKEN", "secret");
/// assert!(!format!("{request:?}").contains("secret"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[must_use]
pub struct DeployRequest {
    gpu_type: String,
    image: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<RegionChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sovereignty: Option<SovereigntyLevel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carbon_aware: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    env: Option<Environment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    health_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<EndpointAccess>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_gb: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disk_gb: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_lifetime_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_delay_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_price_usd: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wait_seconds: Option<u32>,
}

impl DeployRequest {
    /// `gpu_type` by any common name (`pricing().list()` has them), `image` as the reference of a
    /// container image.
    pub fn new(gpu_type: impl Into<String>, image: impl Into<String>) -> Self {
        Self {
            gpu_type: gpu_type.into(),
            image: image.into(),
            count: None,
            region: None,
            sovereignty: None,
            carbon_aware: None,
            name: None,
            labels: None,
            env: None,
            command: None,
            args: None,
            port: None,
            health_path: None,
            access: None,
            cpu: None,
            memory_gb: None,
            disk_gb: None,
            duration_hours: None,
            max_lifetime_hours: None,
            max_delay_hours: None,
            max_price_usd: None,
            wait_seconds: None,
        }
    }

    /// How many GPUs; 1 unless given.
    pub fn count(mut self, count: u32) -> Self {
        self.count = Some(count);
        self
    }

    /// A hub, a country or a group (`eu`, `eea`, `nordics`, `us`, `global`); several are tried in
    /// their order.
    pub fn region(mut self, region: impl Into<RegionChoice>) -> Self {
        self.region = Some(region.into());
        self
    }

    /// Where the data may be; [`SovereigntyLevel::None`] unless given.
    pub fn sovereignty(mut self, level: SovereigntyLevel) -> Self {
        self.sovereignty = Some(level);
        self
    }

    /// Choose the hub with the lowest emissions instead of the cheapest.
    pub fn carbon_aware(mut self, carbon_aware: bool) -> Self {
        self.carbon_aware = Some(carbon_aware);
        self
    }

    /// A name for people.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Labels to filter by.
    pub fn labels<N: Into<String>, V: Into<String>>(
        mut self,
        labels: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        self.labels = Some(labels.into_iter().map(|(name, value)| (name.into(), value.into())).collect());
        self
    }

    /// One more environment variable. Values are stored encrypted and never shown again.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.get_or_insert_default().0.insert(name.into(), value.into());
        self
    }

    /// More environment variables.
    pub fn envs<N: Into<String>, V: Into<String>>(self, variables: impl IntoIterator<Item = (N, V)>) -> Self {
        variables.into_iter().fold(self, |request, (name, value)| request.env(name, value))
    }

    /// The command in place of the image's own.
    pub fn command<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.command = Some(words.into_iter().map(Into::into).collect());
        self
    }

    /// Arguments for the entry point of the image, or for the command in its place.
    pub fn args<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.args = Some(words.into_iter().map(Into::into).collect());
        self
    }

    /// The port that the container listens on; the first exposed port of the image unless given.
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port);
        self
    }

    /// It is up once a GET of it at the port returns 2xx or 3xx; without it, accepting connections is enough.
    pub fn health_path(mut self, path: impl Into<String>) -> Self {
        self.health_path = Some(path.into());
        self
    }

    /// Who may reach the endpoint: anyone unless given.
    pub fn access(mut self, access: EndpointAccess) -> Self {
        self.access = Some(access);
        self
    }

    /// CPU cores in all; as the hub gives them unless set, like memory and disk.
    pub fn cpu(mut self, cores: f64) -> Self {
        self.cpu = Some(cores);
        self
    }

    /// Memory in all, in GB.
    pub fn memory_gb(mut self, gigabytes: f64) -> Self {
        self.memory_gb = Some(gigabytes);
        self
    }

    /// Ephemeral disk in all, in GB.
    pub fn disk_gb(mut self, gigabytes: f64) -> Self {
        self.disk_gb = Some(gigabytes);
        self
    }

    /// For a job: after how long it is expected to end by itself. Without it, it is a service.
    pub fn duration_hours(mut self, hours: f64) -> Self {
        self.duration_hours = Some(hours);
        self
    }

    /// How long it may run before it is stopped, counted from when it first ran.
    pub fn max_lifetime_hours(mut self, hours: f64) -> Self {
        self.max_lifetime_hours = Some(hours);
        self
    }

    /// How much later it may start if the grid is cleaner then. Only with `carbon_aware`.
    pub fn max_delay_hours(mut self, hours: f64) -> Self {
        self.max_delay_hours = Some(hours);
        self
    }

    /// The highest price of a GPU-hour.
    pub fn max_price_usd(mut self, price: f64) -> Self {
        self.max_price_usd = Some(price);
        self
    }

    /// How long the response waits for it to run: 0 to 600; 30 unless given.
    pub fn wait_seconds(mut self, seconds: u32) -> Self {
        self.wait_seconds = Some(seconds);
        self
    }
}

/// One region, or several in the order of preference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum RegionChoice {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl From<&str> for RegionChoice {
    fn from(region: &str) -> Self {
        Self::One(region.to_owned())
    }
}

impl From<String> for RegionChoice {
    fn from(region: String) -> Self {
        Self::One(region)
    }
}

impl<R: Into<String>, const N: usize> From<[R; N]> for RegionChoice {
    fn from(regions: [R; N]) -> Self {
        Self::Several(regions.into_iter().map(Into::into).collect())
    }
}

impl<R: Into<String>> From<Vec<R>> for RegionChoice {
    fn from(regions: Vec<R>) -> Self {
        Self::Several(regions.into_iter().map(Into::into).collect())
    }
}

/// Environment variables, which may be secrets: their values are not printed.
#[derive(Clone, Default, PartialEq, Eq, Serialize)]
struct Environment(BTreeMap<String, String>);

impl fmt::Debug for Environment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.0.keys()).finish()
    }
}
