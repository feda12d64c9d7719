//! Texts of the API that are one of a few values.
//!
//! Each enum keeps a value that it does not know as `Other`, so that a newer service can be read.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An enum of texts: `as_str`, `Display`, `From<&str>`, and both ways of serde.
macro_rules! string_enum {
    ($(#[$about:meta])* pub enum $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
            /// A value that this version of the library does not know.
            Other(String),
        }

        impl $name {
            /// The text of the API.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    _ => Self::Other(text.to_owned()),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Self::from(Cow::<str>::deserialize(deserializer)?.as_ref()))
            }
        }
    };
}

string_enum! {
    /// `average`: over all generation at the time. `marginal`: of the generation that additional
    /// demand causes.
    pub enum CarbonBasis {
        Average = "average",
        Marginal = "marginal",
    }
}

string_enum! {
    /// The forecast of the provider, ours from the last weeks of the zone, or the annual mean for
    /// every hour. New values may be added.
    pub enum ForecastMethod {
        Provider = "provider",
        History = "history",
        AnnualMean = "annual-mean",
    }
}

string_enum! {
    /// The grade of intensity × PUE: A up to 50, B 150, C 250, D 400, E 600, F above, in
    /// gCO2eq/kWh.
    pub enum CarbonGrade {
        A = "A",
        B = "B",
        C = "C",
        D = "D",
        E = "E",
        F = "F",
    }
}

string_enum! {
    /// A measurement of the hour, the forecast of the provider, our forecast from the last weeks,
    /// or the mean of a year. New values may be added.
    pub enum IntensityMethod {
        Reading = "reading",
        ProviderForecast = "provider-forecast",
        HistoryForecast = "history-forecast",
        AnnualMean = "annual-mean",
    }
}

string_enum! {
    /// `lifecycle`: including the construction and the fuel of power stations. `direct`: emissions
    /// of generation alone.
    pub enum CarbonScope {
        Lifecycle = "lifecycle",
        Direct = "direct",
    }
}

string_enum! {
    /// The source of the numbers. New values may be added.
    pub enum CarbonSource {
        ElectricityMaps = "electricity-maps",
        UkCarbonIntensity = "uk-carbon-intensity",
        Watttime = "watttime",
        ElectricityMapsAnnual = "electricity-maps-annual",
        OurWorldInDataAnnual = "our-world-in-data-annual",
    }
}

string_enum! {
    /// Whether the company caused it, or the service. New values may be added.
    pub enum Actor {
        User = "user",
        System = "system",
    }
}

string_enum! {
    /// The reason for the status; `None` if there is nothing to say. New values may be added.
    pub enum DeploymentReason {
        Pulling = "pulling",
        Starting = "starting",
        NoCapacity = "no_capacity",
        NoFeasibleHub = "no_feasible_hub",
        EngineUnreachable = "engine_unreachable",
        StartTimeout = "start_timeout",
        PullTimeout = "pull_timeout",
        HubLost = "hub_lost",
        InstanceGone = "instance_gone",
        ImagePullFailed = "image_pull_failed",
        ImageNotFound = "image_not_found",
        ImageDenied = "image_denied",
        ImageMalformed = "image_malformed",
        ContainerStartFailed = "container_start_failed",
        AttemptsExhausted = "attempts_exhausted",
        CrashLoop = "crash_loop",
        OutOfMemory = "out_of_memory",
        ExitCode = "exit_code",
        ProbeFailing = "probe_failing",
        User = "user",
        Deleted = "deleted",
        MaxLifetime = "max_lifetime",
        QuotaExhausted = "quota_exhausted",
        Completed = "completed",
    }
}

string_enum! {
    /// The state of a deployment in its life cycle.
    pub enum DeploymentStatus {
        Scheduled = "scheduled",
        Provisioning = "provisioning",
        Running = "running",
        Degraded = "degraded",
        FailingOver = "failing_over",
        Stopping = "stopping",
        Stopped = "stopped",
        Failed = "failed",
    }
}

string_enum! {
    /// Where the certificate is that the service orders for a domain; while it is `Failing`, the one
    /// before is in force until it expires. New values may be added.
    pub enum DomainCertificateStatus {
        Ordering = "ordering",
        Issued = "issued",
        Failing = "failing",
    }
}

string_enum! {
    /// Why the last check of a domain did not prove control. New values may be added.
    pub enum DomainReason {
        RecordMissing = "record_missing",
        RecordDiffers = "record_differs",
        HeldByAnother = "held_by_another",
        DnsUnavailable = "dns_unavailable",
    }
}

string_enum! {
    /// `Pending` until the record is found, then `Active`; `Failing` once it is not found any more,
    /// and `Disabled` three days later. New values may be added.
    pub enum DomainStatus {
        Pending = "pending",
        Active = "active",
        Failing = "failing",
        Disabled = "disabled",
    }
}

string_enum! {
    /// Who may reach an endpoint. New values may be added.
    pub enum EndpointAccess {
        Public = "public",
        Key = "key",
        Company = "company",
    }
}

string_enum! {
    /// What runs its containers. New values may be added.
    pub enum Engine {
        Docker = "docker",
        Kubernetes = "kubernetes",
        Simulated = "simulated",
    }
}

string_enum! {
    /// Whether a location is that of the hub itself, or of its grid zone. New values may be added.
    pub enum LocationPrecision {
        Hub = "hub",
        Zone = "zone",
    }
}

string_enum! {
    /// Only a ready hub takes new deployments.
    pub enum HubState {
        Ready = "ready",
        Draining = "draining",
        Unreachable = "unreachable",
        Disabled = "disabled",
    }
}

string_enum! {
    /// What `POST /v1/compute/deploy` would do now, given enough GPU-hours. New values may be
    /// added.
    pub enum PlanOutcome {
        Start = "start",
        Wait = "wait",
        NoCapacity = "no-capacity",
        NoFeasibleHub = "no-feasible-hub",
    }
}

string_enum! {
    /// The currency of prices.
    pub enum Currency {
        Usd = "USD",
    }
}

string_enum! {
    /// What a price is for.
    pub enum PriceUnit {
        GpuHour = "gpu-hour",
    }
}

string_enum! {
    /// Why a hub cannot take a deployment. New values may be added.
    pub enum RefusalCause {
        Region = "region",
        Sovereignty = "sovereignty",
        GpuType = "gpu_type",
        Resources = "resources",
        TooSmall = "too_small",
        Price = "price",
        Closed = "closed",
        Tried = "tried",
        Unreachable = "unreachable",
        Full = "full",
    }
}

string_enum! {
    /// The kind of region.
    pub enum RegionKind {
        Group = "group",
        Country = "country",
    }
}

string_enum! {
    /// How strictly data must stay in the region. Nothing relaxes it.
    pub enum SovereigntyLevel {
        None = "none",
        Residency = "residency",
        Jurisdiction = "jurisdiction",
        Sovereign = "sovereign",
    }
}

string_enum! {
    /// Where a line was written to.
    pub enum LogStream {
        Stdout = "stdout",
        Stderr = "stderr",
    }
}
