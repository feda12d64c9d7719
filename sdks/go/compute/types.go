package compute

import "time"

// What the API returns, by hand: a test compares every field with openapi/compute.json. What may be null is a pointer, or
// a slice; times are in UTC.

// CarbonBasis is average, over all generation at the time, or marginal, of the generation that additional demand
// causes.
type CarbonBasis string

const (
	BasisAverage  CarbonBasis = "average"
	BasisMarginal CarbonBasis = "marginal"
)

// CarbonGrade is the grade of intensity × PUE: A up to 50, B 150, C 250, D 400, E 600, F above, in gCO2eq/kWh.
type CarbonGrade string

const (
	GradeA CarbonGrade = "A"
	GradeB CarbonGrade = "B"
	GradeC CarbonGrade = "C"
	GradeD CarbonGrade = "D"
	GradeE CarbonGrade = "E"
	GradeF CarbonGrade = "F"
)

// CarbonScope is lifecycle, including the construction and the fuel of power stations, or direct, of generation alone.
type CarbonScope string

const (
	ScopeLifecycle CarbonScope = "lifecycle"
	ScopeDirect    CarbonScope = "direct"
)

// CarbonSource is the source of the numbers. New values may be added.
type CarbonSource string

const (
	SourceElectricityMaps       CarbonSource = "electricity-maps"
	SourceUKCarbonIntensity     CarbonSource = "uk-carbon-intensity"
	SourceWattTime              CarbonSource = "watttime"
	SourceElectricityMapsAnnual CarbonSource = "electricity-maps-annual"
	SourceOurWorldInDataAnnual  CarbonSource = "our-world-in-data-annual"
)

// DeploymentReason is the reason for a status. New values may be added.
type DeploymentReason string

const (
	ReasonPulling              DeploymentReason = "pulling"
	ReasonStarting             DeploymentReason = "starting"
	ReasonNoCapacity           DeploymentReason = "no_capacity"
	ReasonNoFeasibleHub        DeploymentReason = "no_feasible_hub"
	ReasonEngineUnreachable    DeploymentReason = "engine_unreachable"
	ReasonStartTimeout         DeploymentReason = "start_timeout"
	ReasonPullTimeout          DeploymentReason = "pull_timeout"
	ReasonHubLost              DeploymentReason = "hub_lost"
	ReasonInstanceGone         DeploymentReason = "instance_gone"
	ReasonImagePullFailed      DeploymentReason = "image_pull_failed"
	ReasonImageNotFound        DeploymentReason = "image_not_found"
	ReasonImageDenied          DeploymentReason = "image_denied"
	ReasonImageMalformed       DeploymentReason = "image_malformed"
	ReasonContainerStartFailed DeploymentReason = "container_start_failed"
	ReasonAttemptsExhausted    DeploymentReason = "attempts_exhausted"
	ReasonCrashLoop            DeploymentReason = "crash_loop"
	ReasonOutOfMemory          DeploymentReason = "out_of_memory"
	ReasonExitCode             DeploymentReason = "exit_code"
	ReasonProbeFailing         DeploymentReason = "probe_failing"
	ReasonUser                 DeploymentReason = "user"
	ReasonDeleted              DeploymentReason = "deleted"
	ReasonMaxLifetime          DeploymentReason = "max_lifetime"
	ReasonQuotaExhausted       DeploymentReason = "quota_exhausted"
	ReasonCompleted            DeploymentReason = "completed"
)

// DeploymentStatus is the state of a deployment in its life cycle.
type DeploymentStatus string

const (
	StatusScheduled    DeploymentStatus = "scheduled"
	StatusProvisioning DeploymentStatus = "provisioning"
	StatusRunning      DeploymentStatus = "running"
	StatusDegraded     DeploymentStatus = "degraded"
	StatusFailingOver  DeploymentStatus = "failing_over"
	StatusStopping     DeploymentStatus = "stopping"
	StatusStopped      DeploymentStatus = "stopped"
	StatusFailed       DeploymentStatus = "failed"
)

// EventActor is whether the company caused an event, or the service. New values may be added.
type EventActor string

const (
	ActorUser   EventActor = "user"
	ActorSystem EventActor = "system"
)

// ForecastMethod is the forecast of the provider, ours from the last weeks of the zone, or the annual mean for every
// hour. New values may be added.
type ForecastMethod string

const (
	ForecastProvider   ForecastMethod = "provider"
	ForecastHistory    ForecastMethod = "history"
	ForecastAnnualMean ForecastMethod = "annual-mean"
)

// HubEngine is what runs the containers of a hub. New values may be added.
type HubEngine string

const (
	EngineDocker     HubEngine = "docker"
	EngineKubernetes HubEngine = "kubernetes"
	EngineSimulated  HubEngine = "simulated"
)

// LocationPrecision is whether a location is that of a hub itself, or of its grid zone. New values may be added.
type LocationPrecision string

const (
	LocationOfHub  LocationPrecision = "hub"
	LocationOfZone LocationPrecision = "zone"
)

// DomainCertificateStatus is where the certificate is that the service orders for a domain; while it is failing, the one before is in
// force until it expires. New values may be added.
type DomainCertificateStatus string

const (
	CertificateOrdering DomainCertificateStatus = "ordering"
	CertificateIssued   DomainCertificateStatus = "issued"
	CertificateFailing  DomainCertificateStatus = "failing"
)

// DomainReason is why the last check of a domain did not prove control. New values may be added.
type DomainReason string

const (
	DomainRecordMissing DomainReason = "record_missing"
	DomainRecordDiffers DomainReason = "record_differs"
	DomainHeldByAnother DomainReason = "held_by_another"
	// DomainDNSUnavailable means that no name server could be asked; it does not count against the domain.
	DomainDNSUnavailable DomainReason = "dns_unavailable"
)

// DomainStatus is pending until the record is found, then active; failing once it is not found any more, and disabled three
// days later. New values may be added.
type DomainStatus string

const (
	DomainPending  DomainStatus = "pending"
	DomainActive   DomainStatus = "active"
	DomainFailing  DomainStatus = "failing"
	DomainDisabled DomainStatus = "disabled"
)

// HubState is the state of a hub: only a ready one takes new deployments.
type HubState string

const (
	HubReady       HubState = "ready"
	HubDraining    HubState = "draining"
	HubUnreachable HubState = "unreachable"
	HubDisabled    HubState = "disabled"
)

// IntensityMethod is a measurement of the hour, the forecast of the provider, our forecast from the last weeks, or the
// mean of a year. New values may be added.
type IntensityMethod string

const (
	IntensityReading          IntensityMethod = "reading"
	IntensityProviderForecast IntensityMethod = "provider-forecast"
	IntensityHistoryForecast  IntensityMethod = "history-forecast"
	IntensityAnnualMean       IntensityMethod = "annual-mean"
)

// PlanOutcome is what a deployment would do now, given enough GPU-hours. New values may be added.
type PlanOutcome string

const (
	PlanStart         PlanOutcome = "start"
	PlanWait          PlanOutcome = "wait"
	PlanNoCapacity    PlanOutcome = "no-capacity"
	PlanNoFeasibleHub PlanOutcome = "no-feasible-hub"
)

// RefusalCause is why a hub cannot take a deployment. New values may be added.
type RefusalCause string

const (
	CauseRegion      RefusalCause = "region"
	CauseSovereignty RefusalCause = "sovereignty"
	CauseGPUType     RefusalCause = "gpu_type"
	CauseResources   RefusalCause = "resources"
	CauseTooSmall    RefusalCause = "too_small"
	CausePrice       RefusalCause = "price"
	CauseClosed      RefusalCause = "closed"
	CauseTried       RefusalCause = "tried"
	CauseUnreachable RefusalCause = "unreachable"
	CauseFull        RefusalCause = "full"
)

// RegionKind is the kind of a region.
type RegionKind string

const (
	RegionGroup   RegionKind = "group"
	RegionCountry RegionKind = "country"
)

// SovereigntyLevel is how strictly data must stay in the region. Nothing relaxes it.
type SovereigntyLevel string

const (
	SovereigntyNone         SovereigntyLevel = "none"
	SovereigntyResidency    SovereigntyLevel = "residency"
	SovereigntyJurisdiction SovereigntyLevel = "jurisdiction"
	SovereigntySovereign    SovereigntyLevel = "sovereign"
)

// CarbonForecast is the intensity of a country's grid in the next hours.
type CarbonForecast struct {
	// ISO 3166-1 alpha-2.
	Country string `json:"country"`
	// The grid zone, by its Electricity Maps key.
	Zone  string      `json:"zone"`
	Scope CarbonScope `json:"scope"`
	Basis CarbonBasis `json:"basis"`
	// The forecast of the provider, ours from the last weeks of the zone, or the annual mean for
	// every hour. New values may be added.
	Method ForecastMethod `json:"method"`
	Source CarbonSource   `json:"source"`
	// When the forecast was made; for ours, the last hour that it is based on.
	IssuedAt time.Time `json:"issued_at"`
	// The mean over all hours, in gCO2eq/kWh.
	MeanGCO2KWh float64 `json:"mean_gco2_kwh"`
	// The start of the first hour with the lowest intensity.
	CleanestHour time.Time `json:"cleanest_hour"`
	// From the current hour on.
	Hours []ForecastHour `json:"hours"`
	// The credit to be shown beside the numbers.
	Credit string `json:"credit"`
}

// CarbonIntensity is the intensity of a country's grid now.
type CarbonIntensity struct {
	// ISO 3166-1 alpha-2.
	Country string `json:"country"`
	// The grid zone, by its Electricity Maps key.
	Zone string `json:"zone"`
	// The life-cycle intensity of the grid, in gCO2eq/kWh.
	CarbonIntensityGCO2KWh float64 `json:"carbon_intensity_gco2_kwh"`
	// The renewable share of the grid’s electricity, in percent; nil if unknown.
	RenewablePercentage *float64 `json:"renewable_percentage"`
	// The grade of a site without overhead (PUE 1).
	CarbonScore CarbonGrade `json:"carbon_score"`
	Scope       CarbonScope `json:"scope"`
	Basis       CarbonBasis `json:"basis"`
	// A measurement of the hour, the forecast of the provider, our forecast from the last weeks,
	// or the mean of a year. New values may be added.
	Method IntensityMethod `json:"method"`
	Source CarbonSource    `json:"source"`
	// The measured hour, the time of the forecast, or the last day of the year.
	AsOf time.Time `json:"as_of"`
	// Whether it was not measured in this hour.
	Estimated bool `json:"estimated"`
	// The credit to be shown beside the numbers.
	Credit string `json:"credit"`
	// What each source reports. Numbers of different scope or basis are not comparable.
	Reported []ReportedIntensity `json:"reported"`
}

// CleanestHub is the hub of a region with the lowest emissions.
type CleanestHub struct {
	Hub string `json:"hub"`
	// The life-cycle intensity of the grid, in gCO2eq/kWh.
	CarbonIntensityGCO2KWh float64     `json:"carbon_intensity_gco2_kwh"`
	CarbonScore            CarbonGrade `json:"carbon_score"`
}

// CompanyMetrics is what the company runs and has used now.
type CompanyMetrics struct {
	// The time of these numbers.
	AsOf     time.Time      `json:"as_of"`
	ByStatus CountsByStatus `json:"by_status"`
	// The running deployments, by hub.
	ByHub []HubCount `json:"by_hub"`
	// The calendar month, UTC.
	Month string `json:"month"`
	// The GPU-hours of the company in a month.
	LimitGPUHours float64 `json:"limit_gpu_hours"`
	// The GPU-hours used.
	UsedGPUHours float64 `json:"used_gpu_hours"`
	// The GPU-hours left.
	LeftGPUHours float64 `json:"left_gpu_hours"`
	Usage        Usage   `json:"usage"`
	// The usage at simulated hubs, which does not count against the hours.
	Simulated Usage `json:"simulated"`
}

// CountsByStatus counts deployments and their GPUs by status.
type CountsByStatus struct {
	Scheduled    DeploymentCount `json:"scheduled"`
	Provisioning DeploymentCount `json:"provisioning"`
	Running      DeploymentCount `json:"running"`
	Degraded     DeploymentCount `json:"degraded"`
	FailingOver  DeploymentCount `json:"failing_over"`
	Stopping     DeploymentCount `json:"stopping"`
	Stopped      DeploymentCount `json:"stopped"`
	Failed       DeploymentCount `json:"failed"`
}

// Deployment is a deployment with the reasons for its placement.
type Deployment struct {
	DeploymentSummary
	Placement *Placement `json:"placement"`
}

// DeploymentCount is a number of deployments, and of their GPUs.
type DeploymentCount struct {
	// How many.
	Deployments int `json:"deployments"`
	// Their GPUs.
	GPUs int `json:"gpus"`
}

// DeploymentEvent is something that happened to a deployment.
type DeploymentEvent struct {
	// The id of the event.
	EventID string `json:"event_id"`
	// What happened. New values may be added.
	Type string `json:"type"`
	// The status since then.
	Status *string `json:"status"`
	// The reason for the status.
	Reason *string `json:"reason"`
	// What happened, for a person.
	Message *string `json:"message"`
	// The hub where it happened.
	Hub *string `json:"hub"`
	// The attempt that it belongs to.
	Attempt *int `json:"attempt"`
	// Whether the company caused it, or the service. New values may be added.
	Actor EventActor `json:"actor"`
	// Who of the company: key: or user: and the id; nil if that was not recorded.
	CausedBy *string `json:"caused_by"`
	// When it happened.
	At time.Time `json:"at"`
}

// DeploymentEventPage is a page of the events of a deployment.
type DeploymentEventPage struct {
	Events []DeploymentEvent `json:"events"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// CompanyEvent is an event of any deployment, or of the company as a whole.
type CompanyEvent struct {
	DeploymentEvent
	// Continues after this event, as the Cursor of an [EventFilter].
	Cursor string `json:"cursor"`
	// The deployment; nil where it concerns the company as a whole.
	DeploymentID *string `json:"deployment_id"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// CompanyEventPage is a page of the events of all deployments, the oldest first.
type CompanyEventPage struct {
	Events []CompanyEvent `json:"events"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
}

// DeploymentMetrics is what a deployment uses, and has used.
type DeploymentMetrics struct {
	DeploymentID string           `json:"deployment_id"`
	Status       DeploymentStatus `json:"status"`
	// The time of these numbers.
	AsOf time.Time `json:"as_of"`
	// When the current or last attempt started, by the clock of the engine.
	StartedAt *time.Time `json:"started_at"`
	// How often the engine has restarted it.
	Restarts *int `json:"restarts"`
	// Processor time since the start; nil while it does not run.
	CPUSeconds *float64 `json:"cpu_seconds"`
	// The memory in use.
	MemoryBytes *int64 `json:"memory_bytes"`
	// The memory limit.
	MemoryLimitBytes *int64 `json:"memory_limit_bytes"`
	// The utilisation of its GPUs, from 0 to 1; nil if the engine does not report it.
	GPUUtilisation *float64 `json:"gpu_utilisation"`
	// GPU-hours, by the clocks of the engines.
	GPUHours float64 `json:"gpu_hours"`
	// The cost at the price of each deployment.
	CostUSD float64 `json:"cost_usd"`
	// The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site.
	EnergyKWh float64 `json:"energy_kwh"`
	// The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq.
	GCO2 float64 `json:"gco2"`
	// How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would
	// have emitted less.
	AvoidedGCO2 float64 `json:"avoided_gco2"`
	// Until when GPU-hours, cost and emissions are metered.
	MeteredUntil *time.Time `json:"metered_until"`
	// What it used in the window asked for; nil without one.
	History *UsageHistory `json:"history"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// UsageHistory is how a deployment used processors, memory and GPUs over a time.
type UsageHistory struct {
	// The beginning of the first step.
	From time.Time `json:"from"`
	// The end of the last step.
	To time.Time `json:"to"`
	// The length of a step.
	StepSeconds int `json:"step_seconds"`
	// One for each step; a figure is nil where nothing was measured.
	Points []UsagePoint `json:"points"`
}

// UsagePoint is a step of a history.
type UsagePoint struct {
	// The beginning of the step.
	At time.Time `json:"at"`
	// The processors that it kept busy, on average.
	CPUCores *float64 `json:"cpu_cores"`
	// The most memory that it used.
	MemoryBytes *int64 `json:"memory_bytes"`
	// The utilisation of its GPUs, from 0 to 1, on average.
	GPUUtilisation *float64 `json:"gpu_utilisation"`
}

// DeploymentNode is a node that holds GPUs of a deployment.
type DeploymentNode struct {
	Name string `json:"name"`
	GPUs int    `json:"gpus"`
}

// DeploymentPage is a page of deployments.
type DeploymentPage struct {
	Deployments []DeploymentSummary `json:"deployments"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
}

// DeploymentSummary is a deployment as lists have it.
type DeploymentSummary struct {
	// The id of the deployment.
	DeploymentID string           `json:"deployment_id"`
	Status       DeploymentStatus `json:"status"`
	// The hub that runs it, or ran it last; nil before placement.
	Hub *string `json:"hub"`
	// How many nodes hold its GPUs.
	GPUNodes int `json:"gpu_nodes"`
	// The grade at its start; nil before it starts.
	CarbonScore *CarbonGrade `json:"carbon_score"`
	// The address once it runs, without a scheme. It never changes.
	Endpoint string            `json:"endpoint"`
	Reason   *DeploymentReason `json:"reason"`
	// What happened and what to do, for a person.
	Message *string `json:"message"`
	// Since when it has this status.
	StatusSince time.Time `json:"status_since"`
	// A name for people.
	Name *string `json:"name"`
	// Its labels.
	Labels  map[string]string `json:"labels"`
	GPUType string            `json:"gpu_type"`
	// How many GPUs.
	Count int `json:"count"`
	// Where it may run: regions in the order of preference, comma-separated.
	Region string `json:"region"`
	// The country of the hub.
	Country     *string          `json:"country"`
	Sovereignty SovereigntyLevel `json:"sovereignty"`
	// Whether the cleanest hub is chosen instead of the cheapest.
	CarbonAware bool `json:"carbon_aware"`
	// The reference of the container image.
	Image string `json:"image"`
	// What the image was when the deployment first ran, which every later attempt runs; nil where that is not known.
	ImageDigest *string `json:"image_digest"`
	// The command in place of the image’s own; nil for the image’s own.
	Command []string `json:"command"`
	// The arguments of its command, or of the image’s entry point; nil where none were given.
	Args []string `json:"args"`
	// The names of its environment variables. Values are never shown.
	Env []string `json:"env"`
	// The port that the container listens on.
	Port *int `json:"port"`
	// The path whose response says whether it is up.
	HealthPath *string `json:"health_path"`
	// Who may reach the endpoint: "public", "key" or "company".
	Access string `json:"access"`
	// CPU cores in all; nil as the hub gives them.
	CPU *float64 `json:"cpu"`
	// Memory in all, in GB; nil as the hub gives it.
	MemoryGB *float64 `json:"memory_gb"`
	// Ephemeral disk in all, in GB; nil as the hub gives it.
	DiskGB *float64 `json:"disk_gb"`
	// The expected duration of a job; nil for a service.
	DurationHours *float64 `json:"duration_hours"`
	// How long it may run; nil without a limit of its own.
	MaxLifetimeHours *float64 `json:"max_lifetime_hours"`
	// How much later it may start.
	MaxDelayHours float64 `json:"max_delay_hours"`
	// The highest price of a GPU-hour.
	MaxPriceUSD *float64 `json:"max_price_usd"`
	// The price of a GPU-hour in USD.
	PriceUSDPerGPUHour *float64 `json:"price_usd_per_gpu_hour"`
	// The life-cycle intensity of the grid, in gCO2eq/kWh.
	CarbonIntensityGCO2KWh *float64 `json:"carbon_intensity_gco2_kwh"`
	// The nodes that hold its GPUs.
	Nodes []DeploymentNode `json:"nodes"`
	// The number of the attempt: 1, and one more for each further hub.
	Attempt int `json:"attempt"`
	// When it was requested.
	CreatedAt time.Time `json:"created_at"`
	// Who requested it: key: or user: and the id; nil if that was not recorded.
	CreatedBy *string `json:"created_by"`
	// While it is scheduled: when its start is considered next.
	StartAt *time.Time `json:"start_at"`
	// While it is scheduled: when it starts at the latest.
	LatestStartAt *time.Time `json:"latest_start_at"`
	// When it first ran.
	RunningAt *time.Time `json:"running_at"`
	// When it ended.
	EndedAt *time.Time `json:"ended_at"`
	// What it has used in all, as counted up to half a minute ago.
	Usage Usage `json:"usage"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// DeploymentUsage is what a deployment used in a month.
type DeploymentUsage struct {
	DeploymentID string           `json:"deployment_id"`
	Name         *string          `json:"name"`
	Status       DeploymentStatus `json:"status"`
	GPUType      string           `json:"gpu_type"`
	// How many of its GPUs run now.
	GPUsRunning int `json:"gpus_running"`
	// GPU-hours, by the clocks of the engines.
	GPUHours float64 `json:"gpu_hours"`
	// The cost at the price of each deployment.
	CostUSD float64 `json:"cost_usd"`
	// The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site.
	EnergyKWh float64 `json:"energy_kwh"`
	// The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq.
	GCO2 float64 `json:"gco2"`
	// How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would
	// have emitted less.
	AvoidedGCO2 float64 `json:"avoided_gco2"`
	// Until when it is metered.
	MeteredUntil *time.Time `json:"metered_until"`
	// True if it is simulated, and so does not count against the hours.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// Domain is a name of the company's own that leads to a deployment.
type Domain struct {
	Domain string `json:"domain"`
	// The deployment that it leads to.
	DeploymentID string `json:"deployment_id"`
	// What a CNAME record of the domain names, without the port.
	Endpoint string `json:"endpoint"`
	// Where the TXT record has to be.
	RecordName string `json:"record_name"`
	// What the TXT record has to hold.
	RecordText string       `json:"record_text"`
	Status     DomainStatus `json:"status"`
	// Why the last check did not prove control; nil if it did, or there was none yet.
	Reason *DomainReason `json:"reason"`
	// The same in words.
	Message *string `json:"message"`
	// When it was checked last.
	CheckedAt *time.Time `json:"checked_at"`
	// Nil if the service orders no certificate for it.
	CertificateStatus *DomainCertificateStatus `json:"certificate_status"`
	// Why the certificate could not be ordered, in words.
	CertificateMessage *string `json:"certificate_message"`
	// When the certificate in force expires.
	CertificateExpiresAt *time.Time `json:"certificate_expires_at"`
	// When it was claimed.
	CreatedAt time.Time `json:"created_at"`
}

// DomainPage is a page of domains.
type DomainPage struct {
	Domains []Domain `json:"domains"`
	// Leads to the next page; nil on the last one.
	NextCursor *string `json:"next_cursor"`
}

// Endpoint is the address of a deployment, and who may reach it.
type Endpoint struct {
	DeploymentID string `json:"deployment_id"`
	// The address, without a scheme.
	Endpoint string `json:"endpoint"`
	// Who may reach it: "public", "key" or "company".
	Access string `json:"access"`
}

// ForecastHour is an hour of a forecast.
type ForecastHour struct {
	// The start of the hour.
	From time.Time `json:"from"`
	// The life-cycle intensity of the grid, in gCO2eq/kWh.
	CarbonIntensityGCO2KWh float64 `json:"carbon_intensity_gco2_kwh"`
}

// Hub is a site that runs deployments.
type Hub struct {
	// The id, which is a region too.
	Hub string `json:"hub"`
	// The name, for people.
	Name string `json:"name"`
	// ISO 3166-1 alpha-2.
	Country string `json:"country"`
	// The grid zone, by its Electricity Maps key.
	GridZone string `json:"grid_zone"`
	// Where it is on a map; nil where that is not known.
	Location *HubLocation `json:"location"`
	State    HubState     `json:"state"`
	// When the hub last responded.
	SeenAt *time.Time `json:"seen_at"`
	// What runs its containers. New values may be added.
	Engine HubEngine `json:"engine"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly  bool        `json:"cpu_only"`
	Operator HubOperator `json:"operator"`
	// Whether a deployment gets nodes of its own.
	DedicatedNodes bool `json:"dedicated_nodes"`
	// How many nodes the hub has.
	Nodes int `json:"nodes"`
	// The power usage effectiveness of the site; 1 is no overhead.
	PUE  float64   `json:"pue"`
	GPUs []HubGPUs `json:"gpus"`
	// The life-cycle intensity of the grid, in gCO2eq/kWh.
	CarbonIntensityGCO2KWh float64 `json:"carbon_intensity_gco2_kwh"`
	// The renewable share of the grid’s electricity, in percent; nil if unknown.
	RenewablePercentage *float64    `json:"renewable_percentage"`
	CarbonScore         CarbonGrade `json:"carbon_score"`
	// The source of the carbon intensity.
	CarbonSource string `json:"carbon_source"`
	// The time that the carbon intensity is for.
	CarbonAsOf time.Time `json:"carbon_as_of"`
	// Whether it is an estimate, or the average of a longer time.
	CarbonEstimated bool `json:"carbon_estimated"`
}

// HubCount is what runs at a hub.
type HubCount struct {
	Hub string `json:"hub"`
	// How many.
	Deployments int `json:"deployments"`
	// Their GPUs.
	GPUs int `json:"gpus"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// HubGPUs are the GPUs of a type that a hub has.
type HubGPUs struct {
	GPUType string `json:"gpu_type"`
	Total   int    `json:"total"`
	// How many are free now.
	Free int `json:"free"`
	// The price of a GPU-hour in USD.
	PriceUSDPerGPUHour float64 `json:"price_usd_per_gpu_hour"`
}

// HubLocation is where a hub is on a map.
type HubLocation struct {
	// Degrees north of the equator.
	Latitude float64 `json:"latitude"`
	// Degrees east of Greenwich.
	Longitude float64 `json:"longitude"`
	// Whether it is that of the hub itself, or of its grid zone: near enough for a map of the
	// world. New values may be added.
	Precision LocationPrecision `json:"precision"`
}

// HubOperator is who operates a hub, and under which law.
type HubOperator struct {
	// The legal entity that operates the hub.
	Entity string `json:"entity"`
	// Its country, ISO 3166-1 alpha-2.
	Jurisdiction string `json:"jurisdiction"`
	// The country of its ultimate parent, ISO 3166-1 alpha-2.
	ParentJurisdiction string `json:"parent_jurisdiction"`
	// Whether it is owned in the country of the hub.
	NationallyOwned bool `json:"nationally_owned"`
}

// HubPage is a page of hubs.
type HubPage struct {
	Hubs []Hub `json:"hubs"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
}

// MonthUsage is a month with the first page of its deployments.
type MonthUsage struct {
	// The calendar month, UTC.
	Month string `json:"month"`
	// When the month starts.
	StartsAt time.Time `json:"starts_at"`
	// When the hours of the next month begin.
	ResetsAt time.Time `json:"resets_at"`
	// The GPU-hours of the company in a month.
	LimitGPUHours float64 `json:"limit_gpu_hours"`
	// The GPU-hours used.
	UsedGPUHours float64 `json:"used_gpu_hours"`
	// One minute for each admitted GPU that has not run that long yet.
	ReservedGPUHours float64 `json:"reserved_gpu_hours"`
	// The GPU-hours left.
	LeftGPUHours float64 `json:"left_gpu_hours"`
	// How many GPUs run now and count against the hours.
	GPUsRunning int `json:"gpus_running"`
	// When the hours end at the current rate; nil if they last.
	HoursEndAt *time.Time `json:"hours_end_at"`
	// When 80 % of the hours were used.
	WarnedAt *time.Time `json:"warned_at"`
	// When all hours were used. What still runs a minute later is stopped.
	ExhaustedAt *time.Time `json:"exhausted_at"`
	Usage       Usage      `json:"usage"`
	// The usage at simulated hubs, which does not count against the hours.
	Simulated   Usage             `json:"simulated"`
	Deployments []DeploymentUsage `json:"deployments"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
}

// Placement is why a deployment runs where it does.
type Placement struct {
	// How many hubs were considered.
	Hubs int `json:"hubs"`
	// How many hubs could have taken it.
	Fitting int           `json:"fitting"`
	Refused RefusalCounts `json:"refused"`
	// The best twenty hubs, best first: the first was chosen.
	Candidates []PlacementCandidate `json:"candidates"`
	// The choice by price alone, which avoided emissions are compared with.
	Cheapest *PlacementCandidate `json:"cheapest"`
}

// PlacementCandidate is a hub that can take a deployment.
type PlacementCandidate struct {
	// The id of the hub.
	Hub string `json:"hub"`
	// ISO 3166-1 alpha-2.
	Country string `json:"country"`
	// The requested region that the hub belongs to.
	Region string `json:"region"`
	// The price of a GPU-hour in USD.
	PriceUSDPerGPUHour float64 `json:"price_usd_per_gpu_hour"`
	// The life-cycle intensity of the grid, in gCO2eq/kWh.
	CarbonIntensityGCO2KWh float64 `json:"carbon_intensity_gco2_kwh"`
	// The power usage effectiveness of the site.
	PUE         float64     `json:"pue"`
	CarbonScore CarbonGrade `json:"carbon_score"`
	// The expected emissions of a GPU there, in gCO2eq per hour.
	GramsPerGPUHour float64 `json:"grams_per_gpu_hour"`
	// The share of GPUs of the type that were free, from 0 to 1.
	FreeShare float64 `json:"free_share"`
}

// Plan is where a deployment would run, and why nowhere else.
type Plan struct {
	// What Deploy would do now, given enough GPU-hours. New values may be
	// added.
	Outcome PlanOutcome `json:"outcome"`
	// The hub where it would start.
	Hub *string `json:"hub"`
	// When it would start.
	ExpectedStart *time.Time `json:"expected_start"`
	// The share of emissions that waiting would save, from 0 to 1.
	ExpectedGain *float64 `json:"expected_gain"`
	// The hubs that could take it now, best first: those of this page.
	Candidates []PlacementCandidate `json:"candidates"`
	// How many hubs could take it now.
	CandidatesTotal int `json:"candidates_total"`
	// The choice by price alone.
	Cheapest *PlacementCandidate `json:"cheapest"`
	// The other hubs, with the cause of their refusal: those of this page.
	Refused []RefusedHub `json:"refused"`
	// How many hubs could not.
	RefusedTotal int `json:"refused_total"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// Price is the price of a type of GPU.
type Price struct {
	GPUType string `json:"gpu_type"`
	// Other names that requests may use.
	Aliases  []string `json:"aliases"`
	MemoryGB int      `json:"memory_gb"`
	TDPWatts int      `json:"tdp_watts"`
	// The lowest price in USD; nil if no hub has the type.
	LowestUSDPerGPUHour *float64 `json:"lowest_usd_per_gpu_hour"`
	// The highest price in USD; nil if no hub has the type.
	HighestUSDPerGPUHour *float64 `json:"highest_usd_per_gpu_hour"`
	// How many hubs have GPUs of the type.
	Hubs int `json:"hubs"`
	// The id of the hub with the lowest price.
	CheapestHub *string `json:"cheapest_hub"`
	// How many GPUs are free now, at all hubs together.
	Free int `json:"free"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// PricePage is a page of prices.
type PricePage struct {
	Currency string  `json:"currency"`
	Unit     string  `json:"unit"`
	Prices   []Price `json:"prices"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
}

// ProblemDetail is a field that was refused.
type ProblemDetail struct {
	// The field or parameter.
	Path string `json:"path"`
	// What is wrong with it, for a person.
	Message string `json:"message"`
}

// RefusalCounts is how many hubs could not take a deployment, by the first cause that applies.
type RefusalCounts struct {
	Region      int `json:"region"`
	Sovereignty int `json:"sovereignty"`
	GPUType     int `json:"gpu_type"`
	Resources   int `json:"resources"`
	TooSmall    int `json:"too_small"`
	Price       int `json:"price"`
	Closed      int `json:"closed"`
	Tried       int `json:"tried"`
	Unreachable int `json:"unreachable"`
	Full        int `json:"full"`
}

// RefusedHub is a hub that cannot take a deployment.
type RefusedHub struct {
	Hub     string       `json:"hub"`
	Country string       `json:"country"`
	Cause   RefusalCause `json:"cause"`
}

// Region is a country or a group of countries where a deployment may run.
type Region struct {
	// The id.
	Region string     `json:"region"`
	Kind   RegionKind `json:"kind"`
	// The name, for people.
	Name string `json:"name"`
	// Its countries that have hubs.
	Countries []string `json:"countries"`
	// How many hubs are there.
	Hubs int `json:"hubs"`
	// The types of GPU that its hubs have.
	GPUTypes []string `json:"gpu_types"`
	// The mean over its hubs, in gCO2eq/kWh; nil without hubs.
	CarbonIntensityGCO2KWh *float64 `json:"carbon_intensity_gco2_kwh"`
	// The renewable share of the grid’s electricity, in percent; nil if unknown.
	RenewablePercentage *float64     `json:"renewable_percentage"`
	CleanestHub         *CleanestHub `json:"cleanest_hub"`
	// True if this is a simulation: nothing really runs.
	Simulated bool `json:"simulated"`
	// True if the GPUs are an example: containers run on CPUs only.
	CPUOnly bool `json:"cpu_only"`
}

// RegionPage is a page of regions.
type RegionPage struct {
	Regions []Region `json:"regions"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
}

// RegistryLogin is what private images of a registry are fetched with. Its password is shown to nobody.
type RegistryLogin struct {
	// The host of the registry, with its port if it has one.
	Registry string `json:"registry"`
	Username string `json:"username"`
	// When it was set.
	ChangedAt time.Time `json:"changed_at"`
	// Who set it: key: or user: and the id.
	ChangedBy string `json:"changed_by"`
}

// RegistryLoginPage is a page of registry logins.
type RegistryLoginPage struct {
	Registries []RegistryLogin `json:"registries"`
	// Leads to the next page; nil on the last one.
	NextCursor *string `json:"next_cursor"`
}

// ReportedIntensity is what a source reports of a grid.
type ReportedIntensity struct {
	Source CarbonSource `json:"source"`
	Scope  CarbonScope  `json:"scope"`
	Basis  CarbonBasis  `json:"basis"`
	// The intensity in that scope and on that basis, in gCO2eq/kWh.
	CarbonIntensityGCO2KWh float64 `json:"carbon_intensity_gco2_kwh"`
	// The renewable share of the grid’s electricity, in percent; nil if unknown.
	RenewablePercentage *float64 `json:"renewable_percentage"`
	// The time that the intensity is for.
	AsOf      time.Time `json:"as_of"`
	Estimated bool      `json:"estimated"`
	// The credit to be shown beside the numbers.
	Credit string `json:"credit"`
}

// DailyUsage is what was used on a day.
type DailyUsage struct {
	// The day, UTC.
	Day string `json:"day"`
	// The value of the label that was asked for; nil without one, and for deployments that lack it.
	Label *string `json:"label"`
	Usage Usage   `json:"usage"`
	// The usage at simulated hubs, which does not count against the hours.
	Simulated Usage `json:"simulated"`
}

// DailyUsagePage is a page of days.
type DailyUsagePage struct {
	Days []DailyUsage `json:"days"`
	// The Cursor of the next page; nil on the last page.
	NextCursor *string `json:"next_cursor"`
}

// Usage is what was used, and what it emitted.
type Usage struct {
	// GPU-hours, by the clocks of the engines.
	GPUHours float64 `json:"gpu_hours"`
	// The cost at the price of each deployment.
	CostUSD float64 `json:"cost_usd"`
	// The energy of the GPUs at 80 % of their thermal design power, times the PUE of the site.
	EnergyKWh float64 `json:"energy_kwh"`
	// The emissions of that energy at the intensity of the grid, hour by hour, in gCO2eq.
	GCO2 float64 `json:"gco2"`
	// How much more the cheapest feasible hub would have emitted, in gCO2eq; below 0 if it would
	// have emitted less.
	AvoidedGCO2 float64 `json:"avoided_gco2"`
}

// LogLine is a line that a deployment wrote.
type LogLine struct {
	// When it was written.
	At time.Time `json:"at"`
	// Where it was written: stdout or stderr.
	Stream string `json:"stream"`
	// The line, without its end.
	Text string `json:"text"`
	// Pass it as After to continue after this line.
	Position string `json:"position"`
}
