package compute

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// DeployRequest is what is to run, and where it may. GPUType and Image are needed.
type DeployRequest struct {
	// GPUType is the type of GPU, by any common name; [PricingService.List] has them.
	GPUType string `json:"gpu_type"`
	// Image is the reference of the container image.
	Image string `json:"image"`
	// Count is how many GPUs; 1 unless given.
	Count int `json:"count,omitempty"`
	// Region is where it may run: hubs, countries (ISO 3166-1 alpha-2) or the groups eu, eea, nordics, us and global (the
	// default). Several are tried in their order.
	Region []string `json:"region,omitempty"`
	// Sovereignty is how strictly data must stay in the region.
	Sovereignty SovereigntyLevel `json:"sovereignty,omitempty"`
	// CarbonAware is to choose the hub with the lowest emissions instead of the cheapest.
	CarbonAware *bool `json:"carbon_aware,omitempty"`
	// Name is a name for people.
	Name string `json:"name,omitempty"`
	// Labels are names and values to find it by.
	Labels map[string]string `json:"labels,omitempty"`
	// Env are environment variables. Their values are stored encrypted and never shown again.
	Env map[string]string `json:"env,omitempty"`
	// Command is the command in place of the image's own.
	Command []string `json:"command,omitempty"`
	// Args are arguments for the entry point of the image, or for Command in its place. Empty but not nil, there are none,
	// also where the image has some.
	Args []string `json:"args,omitempty"`
	// Port is the port that the container listens on; the first exposed port of the image unless given.
	Port int `json:"port,omitempty"`
	// HealthPath says that it is up once a GET of it at Port returns 2xx or 3xx; without it, accepting connections is enough.
	HealthPath string `json:"health_path,omitempty"`
	// Access says who may reach the endpoint: "public" unless given, "key" or "company".
	Access string `json:"access,omitempty"`
	// CPU is how many cores it gets in all; as the hub gives them unless set, like MemoryGB and DiskGB.
	CPU float64 `json:"cpu,omitempty"`
	// MemoryGB is its memory in all.
	MemoryGB float64 `json:"memory_gb,omitempty"`
	// DiskGB is its ephemeral disk in all.
	DiskGB float64 `json:"disk_gb,omitempty"`
	// DurationHours is of a job: after how long it is expected to end by itself. Without it, it is a service.
	DurationHours float64 `json:"duration_hours,omitempty"`
	// MaxLifetimeHours is how long it may run before it is stopped, counted from when it first ran.
	MaxLifetimeHours float64 `json:"max_lifetime_hours,omitempty"`
	// MaxDelayHours is how much later it may start if the grid is cleaner then. Only with CarbonAware.
	MaxDelayHours *float64 `json:"max_delay_hours,omitempty"`
	// MaxPriceUSD is the highest price of a GPU-hour.
	MaxPriceUSD float64 `json:"max_price_usd,omitempty"`
	// WaitSeconds is how long the response waits for it to run; 30 unless given.
	WaitSeconds *int `json:"wait_seconds,omitempty"`
}

// MarshalJSON leaves out what is not set. Args that are empty are set.
func (r DeployRequest) MarshalJSON() ([]byte, error) {
	type fields DeployRequest
	body := struct {
		fields
		Args *[]string `json:"args,omitempty"`
	}{fields: fields(r)}
	if r.Args != nil {
		body.Args = &r.Args
	}
	return json.Marshal(body)
}

// defaultWait is what the service waits for unless it is asked for something else.
const defaultWait = 30 * time.Second

func (r DeployRequest) wait() time.Duration {
	if r.WaitSeconds == nil {
		return defaultWait
	}
	return time.Duration(*r.WaitSeconds) * time.Second
}

// ListQuery is where a list begins, and how large its pages are.
type ListQuery struct {
	// Limit is the most items of a page, up to 200; 50 unless given.
	Limit int
	// Cursor is the NextCursor of the page before, to begin after it.
	Cursor string
}

func (q ListQuery) values() url.Values {
	values := url.Values{}
	setNumber(values, "limit", q.Limit)
	setText(values, "cursor", q.Cursor)
	return values
}

func (q ListQuery) after(cursor string) ListQuery {
	q.Cursor = cursor
	return q
}

// HubQuery narrows a list of hubs, or of prices.
type HubQuery struct {
	ListQuery
	// Region is a country, a group of countries, or a hub.
	Region string
	// GPUType is a type of GPU that they have.
	GPUType string
}

func (q HubQuery) values() url.Values {
	values := q.ListQuery.values()
	setText(values, "region", q.Region)
	setText(values, "gpu_type", q.GPUType)
	return values
}

func (q HubQuery) after(cursor string) HubQuery {
	q.Cursor = cursor
	return q
}

// DeploymentQuery narrows a list of deployments.
type DeploymentQuery struct {
	ListQuery
	// Status leaves those with one of these statuses.
	Status []DeploymentStatus
	// Hub leaves those that this hub runs, or ran last.
	Hub string
	// Label leaves those with all of these labels: name=value, or name for any value.
	Label []string
	// Text leaves those with this in their id, name or image.
	Text string
}

func (q DeploymentQuery) values() url.Values {
	values := q.ListQuery.values()
	statuses := make([]string, len(q.Status))
	for i, status := range q.Status {
		statuses[i] = string(status)
	}
	setText(values, "status", strings.Join(statuses, ","))
	setText(values, "hub", q.Hub)
	setText(values, "label", strings.Join(q.Label, ","))
	setText(values, "text", q.Text)
	return values
}

func (q DeploymentQuery) after(cursor string) DeploymentQuery {
	q.Cursor = cursor
	return q
}

// DailyUsageQuery is the usage of days.
type DailyUsageQuery struct {
	ListQuery
	// From is the first day, such as 2026-11-01, in UTC; the first of the current month unless given.
	From string
	// To is the last day; today unless given.
	To string
	// Label is the name of a label to divide each day by.
	Label string
}

func (q DailyUsageQuery) values() url.Values {
	values := q.ListQuery.values()
	setText(values, "from", q.From)
	setText(values, "to", q.To)
	setText(values, "label", q.Label)
	return values
}

func (q DailyUsageQuery) after(cursor string) DailyUsageQuery {
	q.Cursor = cursor
	return q
}

// UsageQuery is the usage of a month.
type UsageQuery struct {
	ListQuery
	// Month is such as 2026-11; the current one unless given.
	Month string
}

func (q UsageQuery) values() url.Values {
	values := q.ListQuery.values()
	setText(values, "month", q.Month)
	return values
}

func (q UsageQuery) after(cursor string) UsageQuery {
	q.Cursor = cursor
	return q
}

// EventFilter narrows the events of all deployments.
type EventFilter struct {
	// DeploymentID leaves those of these deployments.
	DeploymentID []string
	// Type leaves those of one of these types.
	Type []string
	// Label leaves those of deployments with all of these labels: name=value, or name for any value.
	Label []string
	// Cursor is that of the last event read, to begin after it.
	Cursor string
}

func (f EventFilter) values() url.Values {
	values := url.Values{}
	setText(values, "deployment_id", strings.Join(f.DeploymentID, ","))
	setText(values, "type", strings.Join(f.Type, ","))
	setText(values, "label", strings.Join(f.Label, ","))
	setText(values, "cursor", f.Cursor)
	return values
}

// EventQuery narrows a list of the events of all deployments.
type EventQuery struct {
	EventFilter
	// Limit is the most events of a page, up to 200; 50 unless given.
	Limit int
}

func (q EventQuery) values() url.Values {
	values := q.EventFilter.values()
	setNumber(values, "limit", q.Limit)
	return values
}

func (q EventQuery) after(cursor string) EventQuery {
	q.Cursor = cursor
	return q
}

// MetricsQuery is the window of a history; without any of its fields there is none.
type MetricsQuery struct {
	// From is the beginning of the window; sixty steps before its end unless given.
	From time.Time
	// To is the end of the window; now unless given.
	To time.Time
	// StepSeconds is the length of a step, in whole minutes; as suits a chart unless given.
	StepSeconds int
}

func (q MetricsQuery) values() url.Values {
	values := url.Values{}
	setTime(values, "from", q.From)
	setTime(values, "to", q.To)
	setNumber(values, "step_seconds", q.StepSeconds)
	return values
}

// LogQuery is which lines to read.
type LogQuery struct {
	// Follow is to continue until the deployment ends.
	Follow bool
	// Since leaves out lines written before.
	Since time.Time
	// Tail is how many of the last lines to start with, up to 10,000; 1,000 unless given.
	Tail *int
	// After is the Position of the last line read.
	After string
}

func (q LogQuery) values() url.Values {
	values := url.Values{}
	if q.Follow {
		values.Set("follow", "true")
	}
	setTime(values, "since", q.Since)
	if q.Tail != nil {
		values.Set("tail", strconv.Itoa(*q.Tail))
	}
	setText(values, "after", q.After)
	return values
}

func setTime(values url.Values, name string, value time.Time) {
	if !value.IsZero() {
		values.Set(name, value.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
}

func setText(values url.Values, name, value string) {
	if value != "" {
		values.Set(name, value)
	}
}

func setNumber(values url.Values, name string, value int) {
	if value != 0 {
		values.Set(name, strconv.Itoa(value))
	}
}

// CallOption is an option of a call that changes something.
type CallOption func(*callSettings)

type callSettings struct {
	idempotencyKey string
	wait           *time.Duration
	waitTimeout    time.Duration
}

// WithIdempotencyKey sets the key under which the service does a thing once, however often it is asked for it within
// 24 hours: 1 to 255 visible ASCII characters. Each call has one of its own unless given.
func WithIdempotencyKey(key string) CallOption {
	return func(s *callSettings) { s.idempotencyKey = key }
}

// WithWait sets how long the response of Stop and Delete waits for the end of the deployment, in whole seconds up to ten
// minutes; 30 s unless given. Of Deploy it is [DeployRequest.WaitSeconds].
func WithWait(wait time.Duration) CallOption {
	return func(s *callSettings) { s.wait = Ptr(wait.Round(time.Second)) }
}

// WithWaitTimeout sets how long DeployAndWait and WaitUntilRunning wait; ten minutes unless given.
func WithWaitTimeout(timeout time.Duration) CallOption {
	return func(s *callSettings) { s.waitTimeout = timeout }
}

func readCallOptions(options []CallOption) callSettings {
	settings := callSettings{waitTimeout: 10 * time.Minute}
	for _, option := range options {
		option(&settings)
	}
	return settings
}

// waitCall is a call that waits for the end of a deployment.
func waitCall(method, path string, options []CallOption) call {
	settings := readCallOptions(options)
	c := call{method: method, path: path, idempotencyKey: settings.idempotencyKey, wait: defaultWait}
	if settings.wait != nil {
		c.wait = *settings.wait
		c.query = url.Values{"wait_seconds": {strconv.Itoa(int(c.wait / time.Second))}}
	}
	return c
}
