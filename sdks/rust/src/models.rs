//! What the compute API returns, by hand: names and types as in its API document.
//!
//! A field that may be absent or null is an [`Option`].

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::values::*;

/// A deployment in a list has every field of a deployment but its placement.
macro_rules! deployment {
    ($(#[$about:meta])* $name:ident { $($placement:tt)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
        #[non_exhaustive]
        pub struct $name {
            /// The id of the deployment.
            pub deployment_id: String,
            /// The state in its life cycle.
            pub status: DeploymentStatus,
            /// The hub that runs it, or ran it last; `None` before placement.
            pub hub: Option<String>,
            /// How many nodes hold its GPUs.
            pub gpu_nodes: u32,
            /// The grade at its start; `None` before it starts.
            pub carbon_score: Option<CarbonGrade>,
            /// The address once it runs, without a scheme. It never changes.
            pub endpoint: String,
            /// The reason for the status; `None` if there is nothing to say.
            pub reason: Option<DeploymentReason>,
            /// What happened and what to do, for a person.
            pub message: Option<String>,
            /// Since when it has this status. UTC, with milliseconds.
            pub status_since: DateTime<Utc>,
            /// A name for people.
            pub name: Option<String>,
            /// Its labels.
            pub labels: BTreeMap<String, String>,
            /// The type of GPU.
            pub gpu_type: String,
            /// How many GPUs.
            pub count: u32,
            /// Where it may run: regions in the order of preference, comma-separated.
            pub region: String,
            /// The country of the hub.
            pub country: Option<String>,
            /// How strictly data must stay in the region.
            pub sovereignty: SovereigntyLevel,
            /// Whether the cleanest hub is chosen instead of the cheapest.
            pub carbon_aware: bool,
            /// The reference of the container image.
            pub image: String,
            /// What the image was when the deployment first ran, which every later attempt runs; `None` where that is not known.
            pub image_digest: Option<String>,
            /// The command in place of the image's own; `None` for the image's own.
            pub command: Option<Vec<String>>,
            /// The arguments of its command, or of the image's entry point; `None` where none were given.
            pub args: Option<Vec<String>>,
            /// The names of its environment variables. Values are never shown.
            pub env: Vec<String>,
            /// The port that the container listens on.
            pub port: Option<u32>,
            /// The path whose response says whether it is up.
            pub health_path: Option<String>,
            /// Who may reach the endpoint.
            pub access: EndpointAccess,
            /// CPU cores in all; `None` as the hub gives them.
            pub cpu: Option<f64>,
            /// Memory in all, in GB; `None` as the hub gives it.
            pub memory_gb: Option<f64>,
            /// Ephemeral disk in all, in GB; `None` as the hub gives it.
            pub disk_gb: Option<f64>,
            /// The expected duration of a job; `None` for a service.
            pub duration_hours: Option<f64>,
            /// How long it may run; `None` without a limit of its own.
            pub max_lifetime_hours: Option<f64>,
            /// How much later it may start.
            pub max_delay_hours: f64,
            /// The highest price of a GPU-hour.
            pub max_price_usd: Option<f64>,
            /// The price of a GPU-hour in USD.
            pub price_usd_per_gpu_hour: Option<f64>,
            /// The life-cycle intensity of the grid, in gCO2eq/kWh.
            pub carbon_intensity_gco2_kwh: Option<f64>,
            /// The nodes that hold its GPUs.
            pub nodes: Vec<DeploymentNode>,
            /// The number of the attempt: 1, and one more for each further hub.
            pub attempt: u32,
            /// When it was requested. UTC, with milliseconds.
            pub created_at: DateTime<Utc>,
            /// Who requested it: `key:` or `user:` and the id; `None` if that was not recorded.
            pub created_by: Option<String>,
            /// While it is scheduled: when its start is considered next. UTC, with milliseconds.
            pub start_at: Option<DateTime<Utc>>,
            /// While it is scheduled: when it starts at the latest. UTC, with milliseconds.
            pub latest_start_at: Option<DateTime<Utc>>,
            /// When it first ran. UTC, with milliseconds.
            pub running_at: Option<DateTime<Utc>>,
            /// When it ended. UTC, with milliseconds.
            pub ended_at: Option<DateTime<Utc>>,
            /// What it has used in all, as counted up to half a minute ago.
            pub usage: Usage,
            /// True if this is a simulation: nothing really runs.
            pub simulated: bool,
            /// True if the GPUs are an example: containers run on CPUs only.
            pub cpu_only: bool,
            $($placement)*
        }
    };
}

deployment! {
    /// A deployment in a list.
    DeploymentSummary {}
}

deployment! {
    /// A deployment.
    Deployment {
        /// Why it runs where it does; `None` before placement.
        pub placement: Option<Placement>,
    }
}

/// The carbon intensity of a grid over the next hours.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct CarbonForecast {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The grid zone, by its Electricity Maps key.
    pub zone: String,
    /// Which emissions the numbers include.
    pub scope: CarbonScope,
    /// Which generation the numbers are about.
    pub basis: CarbonBasis,
    /// The forecast of the provider, ours from the last weeks of the zone, or the annual mean for
    /// every hour. New values may be added.
    pub method: ForecastMethod,
    /// The source of the numbers.
    pub source: CarbonSource,
    /// When the forecast was made; for ours, the last hour that it is based on. UTC, with
    /// milliseconds.
    pub issued_at: DateTime<Utc>,
    /// The mean over all hours, in gCO2eq/kWh.
    pub mean_gco2_kwh: f64,
    /// The start of the first hour with the lowest intensity. UTC, with milliseconds.
    pub cleanest_hour: DateTime<Utc>,
    /// From the current hour on.
    pub hours: Vec<ForecastHour>,
    /// The credit to be shown beside the numbers.
    pub credit: String,
}

/// The carbon intensity of a grid now.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct CarbonIntensity {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The grid zone, by its Electricity Maps key.
    pub zone: String,
    /// The life-cycle intensity of the grid, in gCO2eq/kWh.
    pub carbon_intensity_gco2_kwh: f64,
    /// The renewable share of the grid's electricity, in percent; `None` if unknown.
    pub renewable_percentage: Option<f64>,
    /// The grade of a site without overhead (PUE 1).
    pub carbon_score: CarbonGrade,
    /// Which emissions the numbers include.
    pub scope: CarbonScope,
    /// Which generation the numbers are about.
    pub basis: CarbonBasis,
    /// A measurement of the hour, the forecast of the provider, our forecast from the last weeks,
    /// or the mean of a year. New values may be added.
    pub method: IntensityMethod,
    /// The source of the numbers.
    pub source: CarbonSource,
    /// The measured hour, the time of the forecast, or the last day of the year. UTC, with
    /// milliseconds.
    pub as_of: DateTime<Utc>,
    /// Whether it was not measured in this hour.
    pub estimated: bool,
    /// The credit to be shown beside the numbers.
    pub credit: String,
    /// What each source reports. Numbers of different scope or basis are not comparable.
    pub reported: Vec<ReportedIntensity>,
}

/// The hub of a region with the lowest intensity.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct CleanestHub {
    /// The id of the hub.
    pub hub: String,
    /// The life-cycle intensity of the grid, in gCO2eq/kWh.
    pub carbon_intensity_gco2_kwh: f64,
    /// The grade of intensity × PUE.
    pub carbon_score: CarbonGrade,
}

/// What the company runs and has used now.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct CompanyMetrics {
    /// The time of these numbers. UTC, with milliseconds.
    pub as_of: DateTime<Utc>,
    /// All deployments, by status.
    pub by_status: CountsByStatus,
    /// The running deployments, by hub.
    pub by_hub: Vec<HubCount>,
    /// The calendar month, UTC.
    pub month: String,
    /// The GPU-hours of the company in a month.
    pub limit_gpu_hours: f64,
    /// The GPU-hours used.
    pub used_gpu_hours: f64,
    /// The GPU-hours left.
    pub left_gpu_hours: f64,
    /// The usage that counts against the hours.
    pub usage: Usage,
    /// The usage at simulated hubs, which does not count against the hours.
    pub simulated: Usage,
}

/// Deployments and their GPUs, by status.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct CountsByStatus {
    /// Those that are `scheduled`.
    pub scheduled: DeploymentCount,
    /// Those that are `provisioning`.
    pub provisioning: DeploymentCount,
    /// Those that are `running`.
    pub running: DeploymentCount,
    /// Those that are `degraded`.
    pub degraded: DeploymentCount,
    /// Those that are `failing_over`.
    pub failing_over: DeploymentCount,
    /// Those that are `stopping`.
    pub stopping: DeploymentCount,
    /// Those that are `stopped`.
    pub stopped: DeploymentCount,
    /// Those that are `failed`.
    pub failed: DeploymentCount,
}

/// A number of deployments and of their GPUs.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DeploymentCount {
    /// How many.
    pub deployments: u32,
    /// Their GPUs.
    pub gpus: u32,
}

/// Something that happened to a deployment.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DeploymentEvent {
    /// The id of the event.
    pub event_id: String,
    /// What happened. New values may be added.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status since then.
    pub status: Option<String>,
    /// The reason for the status.
    pub reason: Option<String>,
    /// What happened, for a person.
    pub message: Option<String>,
    /// The hub where it happened.
    pub hub: Option<String>,
    /// The attempt that it belongs to.
    pub attempt: Option<u32>,
    /// Whether the company caused it, or the service. New values may be added.
    pub actor: Actor,
    /// Who of the company: `key:` or `user:` and the id; `None` if that was not recorded.
    pub caused_by: Option<String>,
    /// When it happened. UTC, with milliseconds.
    pub at: DateTime<Utc>,
}

/// A page of events.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DeploymentEventPage {
    /// The newest first.
    pub events: Vec<DeploymentEvent>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// An event of any deployment, or of the company as a whole.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct CompanyEvent {
    /// Pass it as `cursor` to continue after this event.
    pub cursor: String,
    /// The deployment; `None` where it concerns the company as a whole.
    pub deployment_id: Option<String>,
    /// The id of the event.
    pub event_id: String,
    /// What happened. New values may be added.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status since then.
    pub status: Option<String>,
    /// The reason for the status.
    pub reason: Option<String>,
    /// What happened, for a person.
    pub message: Option<String>,
    /// The hub where it happened.
    pub hub: Option<String>,
    /// The attempt that it belongs to.
    pub attempt: Option<u32>,
    /// Whether the company caused it, or the service. New values may be added.
    pub actor: Actor,
    /// Who of the company: `key:` or `user:` and the id; `None` if that was not recorded.
    pub caused_by: Option<String>,
    /// When it happened. UTC, with milliseconds.
    pub at: DateTime<Utc>,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// A page of the events of all deployments.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct CompanyEventPage {
    /// The oldest first.
    pub events: Vec<CompanyEvent>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// What a deployment uses, and has used.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DeploymentMetrics {
    /// The id of the deployment.
    pub deployment_id: String,
    /// The state in its life cycle.
    pub status: DeploymentStatus,
    /// The time of these numbers. UTC, with milliseconds.
    pub as_of: DateTime<Utc>,
    /// When the current or last attempt started, by the clock of the engine. UTC, with
    /// milliseconds.
    pub started_at: Option<DateTime<Utc>>,
    /// How often the engine has restarted it.
    pub restarts: Option<u32>,
    /// Processor time since the start; `None` while it does not run.
    pub cpu_seconds: Option<f64>,
    /// The memory in use.
    pub memory_bytes: Option<u64>,
    /// The memory limit.
    pub memory_limit_bytes: Option<u64>,
    /// The utilisation of its GPUs, from 0 to 1; `None` if the engine does not report it.
    pub gpu_utilisation: Option<f64>,
    /// GPU-hours, by the clocks of the engines.
    pub gpu_hours: f64,
    /// The cost at the price of each deployment.
    pub cost_usd: f64,
    /// The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site.
    pub energy_kwh: f64,
    /// The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq.
    pub gco2: f64,
    /// How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would
    /// have emitted less.
    pub avoided_gco2: f64,
    /// Until when GPU-hours, cost and emissions are metered. UTC, with milliseconds.
    pub metered_until: Option<DateTime<Utc>>,
    /// What it used in the window asked for; `None` without one.
    pub history: Option<UsageHistory>,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// How a deployment used processors, memory and GPUs over a time.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct UsageHistory {
    /// The beginning of the first step. UTC, with milliseconds.
    pub from: DateTime<Utc>,
    /// The end of the last step. UTC, with milliseconds.
    pub to: DateTime<Utc>,
    /// The length of a step.
    pub step_seconds: u32,
    /// One for each step; a figure is `None` where nothing was measured.
    pub points: Vec<UsagePoint>,
}

/// A step of a history.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct UsagePoint {
    /// The beginning of the step. UTC, with milliseconds.
    pub at: DateTime<Utc>,
    /// The processors that it kept busy, on average.
    pub cpu_cores: Option<f64>,
    /// The most memory that it used.
    pub memory_bytes: Option<u64>,
    /// The utilisation of its GPUs, from 0 to 1, on average.
    pub gpu_utilisation: Option<f64>,
}

/// A node that holds GPUs of a deployment.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DeploymentNode {
    /// The name of the node.
    pub name: String,
    /// How many of its GPUs the deployment has.
    pub gpus: u32,
}

/// A page of deployments.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DeploymentPage {
    /// The newest first.
    pub deployments: Vec<DeploymentSummary>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// What a deployment has used in a month.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DeploymentUsage {
    /// The id of the deployment.
    pub deployment_id: String,
    /// A name for people.
    pub name: Option<String>,
    /// The state in its life cycle.
    pub status: DeploymentStatus,
    /// The type of GPU.
    pub gpu_type: String,
    /// How many of its GPUs run now.
    pub gpus_running: u32,
    /// GPU-hours, by the clocks of the engines.
    pub gpu_hours: f64,
    /// The cost at the price of each deployment.
    pub cost_usd: f64,
    /// The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site.
    pub energy_kwh: f64,
    /// The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq.
    pub gco2: f64,
    /// How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would
    /// have emitted less.
    pub avoided_gco2: f64,
    /// Until when it is metered. UTC, with milliseconds.
    pub metered_until: Option<DateTime<Utc>>,
    /// True if it is simulated, and so does not count against the hours.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// A name of the company's own that leads to a deployment.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Domain {
    /// The domain.
    pub domain: String,
    /// The deployment that it leads to.
    pub deployment_id: String,
    /// What a CNAME record of the domain names, without the port.
    pub endpoint: String,
    /// Where the TXT record has to be.
    pub record_name: String,
    /// What the TXT record has to hold.
    pub record_text: String,
    /// Whether its record is there.
    pub status: DomainStatus,
    /// Why the last check did not prove control; `None` if it did, or there was none yet.
    pub reason: Option<DomainReason>,
    /// The same in words.
    pub message: Option<String>,
    /// When it was checked last. UTC, with milliseconds.
    pub checked_at: Option<DateTime<Utc>>,
    /// `None` if the service orders no certificate for it.
    pub certificate_status: Option<DomainCertificateStatus>,
    /// Why the certificate could not be ordered, in words.
    pub certificate_message: Option<String>,
    /// When the certificate in force expires. UTC, with milliseconds.
    pub certificate_expires_at: Option<DateTime<Utc>>,
    /// When it was claimed. UTC, with milliseconds.
    pub created_at: DateTime<Utc>,
}

/// A page of domains.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DomainPage {
    /// By name.
    pub domains: Vec<Domain>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// The address of a deployment, and who may reach it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Endpoint {
    /// The id of the deployment.
    pub deployment_id: String,
    /// The address, without a scheme.
    pub endpoint: String,
    /// Who may reach it.
    pub access: EndpointAccess,
}

/// An hour of a forecast.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct ForecastHour {
    /// The start of the hour. UTC, with milliseconds.
    pub from: DateTime<Utc>,
    /// The life-cycle intensity of the grid, in gCO2eq/kWh.
    pub carbon_intensity_gco2_kwh: f64,
}

/// A site with GPUs.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Hub {
    /// The id, which is a region too.
    pub hub: String,
    /// The name, for people.
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The grid zone, by its Electricity Maps key.
    pub grid_zone: String,
    /// Where it is on a map; none where that is not known.
    pub location: Option<HubLocation>,
    /// Only a ready hub takes new deployments.
    pub state: HubState,
    /// When the hub last responded. UTC, with milliseconds.
    pub seen_at: Option<DateTime<Utc>>,
    /// What runs its containers. New values may be added.
    pub engine: Engine,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
    /// Who operates it.
    pub operator: HubOperator,
    /// Whether a deployment gets nodes of its own.
    pub dedicated_nodes: bool,
    /// How many nodes the hub has.
    pub nodes: u32,
    /// The power usage effectiveness of the site; 1 is no overhead.
    pub pue: f64,
    /// By type of GPU.
    pub gpus: Vec<HubGpus>,
    /// The life-cycle intensity of the grid, in gCO2eq/kWh.
    pub carbon_intensity_gco2_kwh: f64,
    /// The renewable share of the grid's electricity, in percent; `None` if unknown.
    pub renewable_percentage: Option<f64>,
    /// The grade of intensity × PUE.
    pub carbon_score: CarbonGrade,
    /// The source of the carbon intensity.
    pub carbon_source: String,
    /// The time that the carbon intensity is for. UTC, with milliseconds.
    pub carbon_as_of: DateTime<Utc>,
    /// Whether it is an estimate, or the average of a longer time.
    pub carbon_estimated: bool,
}

/// What the company runs at a hub.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct HubCount {
    /// The id of the hub.
    pub hub: String,
    /// How many.
    pub deployments: u32,
    /// Their GPUs.
    pub gpus: u32,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// The GPUs of one type at a hub.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct HubGpus {
    /// The type of GPU.
    pub gpu_type: String,
    /// How many there are.
    pub total: u32,
    /// How many are free now.
    pub free: u32,
    /// The price of a GPU-hour in USD.
    pub price_usd_per_gpu_hour: f64,
}

/// Where a hub is on a map.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct HubLocation {
    /// Degrees north of the equator.
    pub latitude: f64,
    /// Degrees east of Greenwich.
    pub longitude: f64,
    /// Whether it is that of the hub itself, or of its grid zone: near enough for a map of the
    /// world. New values may be added.
    pub precision: LocationPrecision,
}

/// Who operates a hub.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct HubOperator {
    /// The legal entity that operates the hub.
    pub entity: String,
    /// Its country, ISO 3166-1 alpha-2.
    pub jurisdiction: String,
    /// The country of its ultimate parent, ISO 3166-1 alpha-2.
    pub parent_jurisdiction: String,
    /// Whether it is owned in the country of the hub.
    pub nationally_owned: bool,
}

/// A page of hubs.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct HubPage {
    /// By id.
    pub hubs: Vec<Hub>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// What the company has used in a month, with a page of its deployments.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct MonthUsage {
    /// The calendar month, UTC.
    pub month: String,
    /// When the month starts. UTC, with milliseconds.
    pub starts_at: DateTime<Utc>,
    /// When the hours of the next month begin. UTC, with milliseconds.
    pub resets_at: DateTime<Utc>,
    /// The GPU-hours of the company in a month.
    pub limit_gpu_hours: f64,
    /// The GPU-hours used.
    pub used_gpu_hours: f64,
    /// One minute for each admitted GPU that has not run that long yet.
    pub reserved_gpu_hours: f64,
    /// The GPU-hours left.
    pub left_gpu_hours: f64,
    /// How many GPUs run now and count against the hours.
    pub gpus_running: u32,
    /// When the hours end at the current rate; `None` if they last. UTC, with milliseconds.
    pub hours_end_at: Option<DateTime<Utc>>,
    /// When 80 % of the hours were used. UTC, with milliseconds.
    pub warned_at: Option<DateTime<Utc>>,
    /// When all hours were used. What still runs a minute later is stopped. UTC, with milliseconds.
    pub exhausted_at: Option<DateTime<Utc>>,
    /// The usage that counts against the hours.
    pub usage: Usage,
    /// The usage at simulated hubs, which does not count against the hours.
    pub simulated: Usage,
    /// A page of the deployments that used something.
    pub deployments: Vec<DeploymentUsage>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// Why it runs where it does.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Placement {
    /// How many hubs were considered.
    pub hubs: u32,
    /// How many hubs could have taken it.
    pub fitting: u32,
    /// How many hubs could not take it, by cause.
    pub refused: RefusalCounts,
    /// The best twenty hubs, best first: the first was chosen.
    pub candidates: Vec<PlacementCandidate>,
    /// The choice by price alone, which avoided emissions are compared with.
    pub cheapest: Option<PlacementCandidate>,
}

/// A hub that could take a deployment.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct PlacementCandidate {
    /// The id of the hub.
    pub hub: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The requested region that the hub belongs to.
    pub region: String,
    /// The price of a GPU-hour in USD.
    pub price_usd_per_gpu_hour: f64,
    /// The life-cycle intensity of the grid, in gCO2eq/kWh.
    pub carbon_intensity_gco2_kwh: f64,
    /// The power usage effectiveness of the site.
    pub pue: f64,
    /// The grade of intensity × PUE.
    pub carbon_score: CarbonGrade,
    /// The expected emissions of a GPU there, in gCO2eq per hour.
    pub grams_per_gpu_hour: f64,
    /// The share of GPUs of the type that were free, from 0 to 1.
    pub free_share: f64,
}

/// Where a deployment would run, and why nowhere else.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Plan {
    /// What `POST /v1/compute/deploy` would do now, given enough GPU-hours. New values may be
    /// added.
    pub outcome: PlanOutcome,
    /// The hub where it would start.
    pub hub: Option<String>,
    /// When it would start. UTC, with milliseconds.
    pub expected_start: Option<DateTime<Utc>>,
    /// The share of emissions that waiting would save, from 0 to 1.
    pub expected_gain: Option<f64>,
    /// The hubs that could take it now, best first: those of this page.
    pub candidates: Vec<PlacementCandidate>,
    /// How many hubs could take it now.
    pub candidates_total: u32,
    /// The choice by price alone.
    pub cheapest: Option<PlacementCandidate>,
    /// The other hubs, with the cause of their refusal: those of this page.
    pub refused: Vec<RefusedHub>,
    /// How many hubs could not.
    pub refused_total: u32,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// The prices of a type of GPU.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Price {
    /// The type of GPU.
    pub gpu_type: String,
    /// Other names that requests may use.
    pub aliases: Vec<String>,
    /// The memory of a GPU.
    pub memory_gb: u32,
    /// The thermal design power of a GPU.
    pub tdp_watts: u32,
    /// The lowest price in USD; `None` if no hub has the type.
    pub lowest_usd_per_gpu_hour: Option<f64>,
    /// The highest price in USD; `None` if no hub has the type.
    pub highest_usd_per_gpu_hour: Option<f64>,
    /// How many hubs have GPUs of the type.
    pub hubs: u32,
    /// The id of the hub with the lowest price.
    pub cheapest_hub: Option<String>,
    /// How many GPUs are free now, at all hubs together.
    pub free: u32,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// A page of prices.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct PricePage {
    /// The currency of all prices.
    pub currency: Currency,
    /// What a price is for.
    pub unit: PriceUnit,
    /// By type of GPU.
    pub prices: Vec<Price>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// A field of a request that the service refused, and why.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct ProblemDetail {
    /// The field or parameter.
    pub path: String,
    /// What is wrong with it, for a person.
    pub message: String,
}

/// How many hubs could not take it, by the first cause that applies.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RefusalCounts {
    /// Not in a requested region.
    pub region: u32,
    /// Not as sovereign as asked for.
    pub sovereignty: u32,
    /// Without GPUs of the type.
    pub gpu_type: u32,
    /// With less CPU, memory or disk for each GPU.
    pub resources: u32,
    /// With fewer GPUs of the type in all.
    pub too_small: u32,
    /// More expensive than allowed.
    pub price: u32,
    /// Not open to new deployments.
    pub closed: u32,
    /// Where an attempt has failed.
    pub tried: u32,
    /// Not responding.
    pub unreachable: u32,
    /// Without enough free GPUs now.
    pub full: u32,
}

/// A hub that cannot take a deployment.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RefusedHub {
    /// The id of the hub.
    pub hub: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Why it cannot.
    pub cause: RefusalCause,
}

/// Where deployments may run: a country, or a group of countries.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Region {
    /// The id.
    pub region: String,
    /// A country, or a group of countries.
    pub kind: RegionKind,
    /// The name, for people.
    pub name: String,
    /// Its countries that have hubs.
    pub countries: Vec<String>,
    /// How many hubs are there.
    pub hubs: u32,
    /// The types of GPU that its hubs have.
    pub gpu_types: Vec<String>,
    /// The mean over its hubs, in gCO2eq/kWh; `None` without hubs.
    pub carbon_intensity_gco2_kwh: Option<f64>,
    /// The renewable share of the grid's electricity, in percent; `None` if unknown.
    pub renewable_percentage: Option<f64>,
    /// The hub with the lowest intensity.
    pub cleanest_hub: Option<CleanestHub>,
    /// True if this is a simulation: nothing really runs.
    pub simulated: bool,
    /// True if the GPUs are an example: containers run on CPUs only.
    pub cpu_only: bool,
}

/// A page of regions.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RegionPage {
    /// Groups first.
    pub regions: Vec<Region>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// What private images of a registry are fetched with. Its password is shown to nobody.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RegistryLogin {
    /// The host of the registry, with its port if it has one.
    pub registry: String,
    /// The user.
    pub username: String,
    /// When it was set. UTC, with milliseconds.
    pub changed_at: DateTime<Utc>,
    /// Who set it: `key:` or `user:` and the id.
    pub changed_by: String,
}

/// A page of registry logins.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RegistryLoginPage {
    /// By the host of the registry.
    pub registries: Vec<RegistryLogin>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// The carbon intensity that one source reports.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct ReportedIntensity {
    /// The source of the numbers.
    pub source: CarbonSource,
    /// Which emissions the numbers include.
    pub scope: CarbonScope,
    /// Which generation the numbers are about.
    pub basis: CarbonBasis,
    /// The intensity in that scope and on that basis, in gCO2eq/kWh.
    pub carbon_intensity_gco2_kwh: f64,
    /// The renewable share of the grid's electricity, in percent; `None` if unknown.
    pub renewable_percentage: Option<f64>,
    /// The time that the intensity is for. UTC, with milliseconds.
    pub as_of: DateTime<Utc>,
    /// Whether it was not measured in that hour.
    pub estimated: bool,
    /// The credit to be shown beside the numbers.
    pub credit: String,
}

/// What was used on a day.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DailyUsage {
    /// The day, UTC.
    pub day: String,
    /// The value of the label that was asked for; `None` without one, and for deployments that lack
    /// it.
    pub label: Option<String>,
    /// What was used.
    pub usage: Usage,
    /// The usage at simulated hubs, which does not count against the hours.
    pub simulated: Usage,
}

/// A page of days.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct DailyUsagePage {
    /// The newest first.
    pub days: Vec<DailyUsage>,
    /// Pass it as `cursor` for the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

/// What deployments have used.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Usage {
    /// GPU-hours, by the clocks of the engines.
    pub gpu_hours: f64,
    /// The cost at the price of each deployment.
    pub cost_usd: f64,
    /// The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site.
    pub energy_kwh: f64,
    /// The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq.
    pub gco2: f64,
    /// How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would
    /// have emitted less.
    pub avoided_gco2: f64,
}

/// A line that a deployment wrote.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct LogLine {
    /// When it was written.
    pub at: DateTime<Utc>,
    /// Where it was written to.
    pub stream: LogStream,
    /// The line, without its end.
    pub text: String,
    /// Continues after this line, as [`LogRequest::after`](crate::LogRequest::after).
    pub position: String,
}
