package compute

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The vectors of sdks/conformance, and how they are played.

type vector struct {
	Name      string            `json:"name"`
	Operation string            `json:"operation"`
	Arguments json.RawMessage   `json:"arguments"`
	Client    vectorSettings    `json:"client"`
	Responses []json.RawMessage `json:"responses"`
	Expect    expected          `json:"expect"`
}

type vectorSettings struct {
	MaxRetries     *int    `json:"max_retries"`
	TimeoutMs      *int    `json:"timeout_ms"`
	Random         float64 `json:"random"`
	IdempotencyKey *string `json:"idempotency_key"`
	WaitTimeoutMs  *int    `json:"wait_timeout_ms"`
}

type expected struct {
	Attempts           int                        `json:"attempts"`
	Requests           []map[string]any           `json:"requests"`
	DelaysMs           []float64                  `json:"delays_ms"`
	Result             json.RawMessage            `json:"result"`
	ResultIncludes     map[string]json.RawMessage `json:"result_includes"`
	Items              []any                      `json:"items"`
	Error              map[string]any             `json:"error"`
	SameIdempotencyKey bool                       `json:"same_idempotency_key"`
	IdempotencyKey     json.RawMessage            `json:"idempotency_key"`
}

// arguments are those of every operation, by the names of the API.
type arguments struct {
	DeploymentID string             `json:"deployment_id"`
	WaitSeconds  *int               `json:"wait_seconds"`
	Limit        int                `json:"limit"`
	Cursor       string             `json:"cursor"`
	Region       string             `json:"region"`
	GPUType      string             `json:"gpu_type"`
	Hub          string             `json:"hub"`
	Country      string             `json:"country"`
	Hours        int                `json:"hours"`
	Month        string             `json:"month"`
	From         string             `json:"from"`
	To           string             `json:"to"`
	StepSeconds  int                `json:"step_seconds"`
	Text         string             `json:"text"`
	Status       []DeploymentStatus `json:"status"`
	Label        labelArgument      `json:"label"`
	Follow       bool               `json:"follow"`
	Since        *time.Time         `json:"since"`
	Tail         *int               `json:"tail"`
	After        string             `json:"after"`
	Access       string             `json:"access"`
	Domain       string             `json:"domain"`
	Registry     string             `json:"registry"`
	Username     string             `json:"username"`
	Password     string             `json:"password"`
}

// planArguments are those of a page of a plan.
type planArguments struct {
	DeployRequest
	ListQuery
}

// feedArguments are those of the events of all deployments.
type feedArguments struct {
	DeploymentID []string `json:"deployment_id"`
	Type         []string `json:"type"`
	Label        []string `json:"label"`
	Cursor       string   `json:"cursor"`
	Limit        int      `json:"limit"`
}

func (a feedArguments) filter() EventFilter {
	return EventFilter{DeploymentID: a.DeploymentID, Type: a.Type, Label: a.Label, Cursor: a.Cursor}
}

func (a arguments) list() ListQuery { return ListQuery{Limit: a.Limit, Cursor: a.Cursor} }

// labelArgument is one label of a query, or several.
type labelArgument []string

func (l *labelArgument) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*l = labelArgument{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(l))
}

func (a arguments) deployments() DeploymentQuery {
	return DeploymentQuery{ListQuery: a.list(), Status: a.Status, Hub: a.Hub, Label: a.Label, Text: a.Text}
}

func (a arguments) hubs() HubQuery {
	return HubQuery{ListQuery: a.list(), Region: a.Region, GPUType: a.GPUType}
}

func (a arguments) metrics() MetricsQuery {
	return MetricsQuery{From: instant(a.From), To: instant(a.To), StepSeconds: a.StepSeconds}
}

// instant is the zero time where there is none.
func instant(text string) time.Time {
	at, _ := time.Parse(time.RFC3339, text)
	return at
}

func (a arguments) logs() LogQuery {
	return LogQuery{Follow: a.Follow, Since: ValueOr(a.Since, time.Time{}), Tail: a.Tail, After: a.After}
}

type played struct {
	request   DeployRequest
	plan      planArguments
	arguments arguments
	feed      feedArguments
	options   []CallOption
}

// operations are those of the API document by id, and what clients add. A result is what they return, or read one by one.
var operations = map[string]func(ctx context.Context, c *Client, p played, item func(any)) (any, error){
	"deploy": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deploy(ctx, p.request, p.options...)
	},
	"deployAndWait": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.DeployAndWait(ctx, p.request, p.options...)
	},
	"planDeployment": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.PlanPage(ctx, p.plan.DeployRequest, p.plan.ListQuery)
	},
	"getDeployment": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deployments.Get(ctx, p.arguments.DeploymentID)
	},
	"stopDeployment": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deployments.Stop(ctx, p.arguments.DeploymentID, p.options...)
	},
	"deleteDeployment": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deployments.Delete(ctx, p.arguments.DeploymentID, p.options...)
	},
	"listDeployments": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deployments.ListPage(ctx, p.arguments.deployments())
	},
	"listAllDeployments": func(ctx context.Context, c *Client, p played, item func(any)) (any, error) {
		for deployment, err := range c.Deployments.List(ctx, p.arguments.deployments()) {
			if err != nil {
				return nil, err
			}
			item(deployment.DeploymentID)
		}
		return nil, nil
	},
	"listDeploymentEvents": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deployments.EventPage(ctx, p.arguments.DeploymentID, p.arguments.list())
	},
	"getDeploymentMetrics": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deployments.Metrics(ctx, p.arguments.DeploymentID, p.arguments.metrics())
	},
	"getLogs": func(ctx context.Context, c *Client, p played, item func(any)) (any, error) {
		for line, err := range c.Deployments.Logs(ctx, p.arguments.DeploymentID, p.arguments.logs()) {
			if err != nil {
				return nil, err
			}
			item(line)
		}
		return nil, nil
	},
	"listHubs": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Hubs.ListPage(ctx, p.arguments.hubs())
	},
	"getHub": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Hubs.Get(ctx, p.arguments.Hub)
	},
	"listRegions": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Regions.ListPage(ctx, p.arguments.list())
	},
	"listPrices": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Pricing.ListPage(ctx, p.arguments.hubs())
	},
	"getCarbonIntensity": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Carbon.Get(ctx, p.arguments.Country)
	},
	"getCarbonForecast": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Carbon.Forecast(ctx, p.arguments.Country, ForecastQuery{Hours: p.arguments.Hours})
	},
	"getUsage": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Usage.Get(ctx, UsageQuery{ListQuery: p.arguments.list(), Month: p.arguments.Month})
	},
	"listDailyUsage": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		query := DailyUsageQuery{ListQuery: p.arguments.list(), From: p.arguments.From, To: p.arguments.To}
		query.Label = strings.Join(p.arguments.Label, ",")
		return c.Usage.DayPage(ctx, query)
	},
	"getMetrics": func(ctx context.Context, c *Client, _ played, _ func(any)) (any, error) {
		return c.Metrics.Get(ctx)
	},
	"setEndpointAccess": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Deployments.SetAccess(ctx, p.arguments.DeploymentID, p.arguments.Access)
	},
	"listDomains": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Domains.ListPage(ctx, p.arguments.list())
	},
	"setDomain": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Domains.Set(ctx, p.arguments.Domain, p.arguments.DeploymentID)
	},
	"checkDomain": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Domains.Check(ctx, p.arguments.Domain)
	},
	"removeDomain": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return nil, c.Domains.Remove(ctx, p.arguments.Domain)
	},
	"listRegistryLogins": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Registries.ListPage(ctx, p.arguments.list())
	},
	"setRegistryLogin": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Registries.Set(ctx, p.arguments.Registry, p.arguments.Username, p.arguments.Password)
	},
	"removeRegistryLogin": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return nil, c.Registries.Remove(ctx, p.arguments.Registry)
	},
	"listEvents": func(ctx context.Context, c *Client, p played, _ func(any)) (any, error) {
		return c.Events.ListPage(ctx, EventQuery{EventFilter: p.feed.filter(), Limit: p.feed.Limit})
	},
	"followEvents": func(ctx context.Context, c *Client, p played, item func(any)) (any, error) {
		for event, err := range c.Events.Follow(ctx, p.feed.filter()) {
			if err != nil {
				return nil, err
			}
			item(event)
		}
		return nil, nil
	},
}

type faultServer struct {
	address string
	apiKey  string
	vectors []vector
}

// startFaultServer runs sdks/conformance/fault-server.mjs for as long as the test.
func startFaultServer(t testing.TB) *faultServer {
	t.Helper()
	program, err := filepath.Abs("../../conformance/fault-server.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("the vectors are in the repository alone")
	}
	node := os.Getenv("NODE")
	if node == "" {
		node = "node"
	}
	child := exec.Command(node, program)
	child.Stderr = os.Stderr
	input, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close()
		_ = child.Wait()
	})
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var started struct {
		Address string `json:"address"`
	}
	if err := json.Unmarshal(line, &started); err != nil {
		t.Fatal(err)
	}
	server := &faultServer{address: started.Address}
	var file struct {
		APIKey  string   `json:"api_key"`
		Vectors []vector `json:"vectors"`
	}
	readJSON(t, server.address+"/_/vectors", &file)
	server.apiKey, server.vectors = file.APIKey, file.Vectors
	return server
}

func readJSON(t testing.TB, address string, into any) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}
