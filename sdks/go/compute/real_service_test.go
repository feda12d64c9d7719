package compute_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"service.example/client/compute"
)

// Against the real service on simulated hubs: started by sdks/real-service.test.ts, which sets REAL_SERVICE.

func realClient(t *testing.T, options ...compute.Option) *compute.Client {
	t.Helper()
	if os.Getenv("REAL_SERVICE") == "" {
		t.Skip("sdks/real-service.test.ts starts the service")
	}
	client, err := compute.New(options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func must[T any](t *testing.T) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestRealDeployment(t *testing.T) {
	client, ctx := realClient(t), context.Background()
	request := compute.DeployRequest{
		GPUType: "h100", Count: 2, Region: []string{"se", "eu"}, CarbonAware: compute.Ptr(true), Image: "sim/ok",
		Env: map[string]string{"API_MODE": "x"},
	}
	plan := must[*compute.Plan](t)(client.Plan(ctx, request))
	if plan.Outcome != compute.PlanStart || *plan.Hub != "se-north-1" {
		t.Errorf("the plan is %s at %s", plan.Outcome, *plan.Hub)
	}
	deployment := must[*compute.Deployment](t)(client.DeployAndWait(ctx, request))
	if deployment.Status != compute.StatusRunning || deployment.GPUNodes != 1 || *deployment.CarbonScore != compute.GradeA ||
		!slices.Equal(deployment.Env, []string{"API_MODE"}) {
		t.Errorf("%+v", deployment)
	}
	id := deployment.DeploymentID
	for line, err := range client.Deployments.Logs(ctx, id, compute.LogQuery{Follow: true}) {
		if err != nil || !strings.Contains(line.Text, "simulated") {
			t.Fatal(line, err)
		}
		stopped := must[*compute.Deployment](t)(client.Deployments.Stop(ctx, id))
		if stopped.Status != compute.StatusStopped || *stopped.Reason != compute.ReasonUser {
			t.Errorf("%+v", stopped)
		}
		break
	}
	events := 0
	for _, err := range client.Deployments.Events(ctx, id, compute.ListQuery{Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		events++
	}
	if events <= 2 {
		t.Errorf("%d events", events)
	}
	if metrics := must[*compute.DeploymentMetrics](t)(client.Deployments.Metrics(ctx, id, compute.MetricsQuery{})); metrics.DeploymentID != id {
		t.Errorf("%+v", metrics)
	}
	readFeed(t, client, id)
	var used []string
	for usage, err := range client.Usage.Deployments(ctx, compute.UsageQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		used = append(used, usage.DeploymentID)
	}
	if !slices.Contains(used, id) {
		t.Errorf("%s is not in %v", id, used)
	}
	if metrics := must[*compute.CompanyMetrics](t)(client.Metrics.Get(ctx)); metrics.ByStatus.FailingOver.GPUs != 0 {
		t.Errorf("%+v", metrics)
	}
	if left := must[*compute.Deployment](t)(client.Deployments.Delete(ctx, id)); left != nil {
		t.Errorf("%+v", left)
	}
	if _, err := client.Deployments.Get(ctx, id); !errors.Is(err, compute.ErrNotFound) {
		t.Error(err)
	}
}

// readFeed reads the events of a deployment that has stopped from the feed, as a list and as a stream.
func readFeed(t *testing.T, client *compute.Client, id string) {
	t.Helper()
	filter := compute.EventFilter{DeploymentID: []string{id}}
	var listed []compute.CompanyEvent
	for event, err := range client.Events.List(context.Background(), compute.EventQuery{EventFilter: filter, Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, event)
	}
	if len(listed) < 3 || listed[len(listed)-1].Type != "stopped" {
		t.Fatalf("%+v", listed)
	}
	filter.Cursor = listed[0].Cursor
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	followed := listed[:1:1]
	for event, err := range client.Events.Follow(ctx, filter) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			break
		}
		if followed = append(followed, event); len(followed) == len(listed) {
			cancel()
		}
	}
	if !reflect.DeepEqual(followed, listed) {
		t.Errorf("%+v, not %+v", followed, listed)
	}
}

// breaking cuts the first stream of logs behind its first line.
type breaking struct{ broken int }

func (b *breaking) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil && strings.HasSuffix(request.URL.Path, "/logs") && b.broken == 0 {
		b.broken++
		response.Body = &cutBody{ReadCloser: response.Body}
	}
	return response, err
}

type cutBody struct {
	io.ReadCloser
	seen []byte
}

func (c *cutBody) Read(into []byte) (int, error) {
	if start := bytes.Index(c.seen, []byte("data:")); start >= 0 && bytes.Contains(c.seen[start:], []byte("\n\n")) {
		return 0, io.ErrUnexpectedEOF
	}
	count, err := c.ReadCloser.Read(into[:1])
	c.seen = append(c.seen, into[:count]...)
	return count, err
}

func TestRealLogsResume(t *testing.T) {
	transport := &breaking{}
	client, ctx := realClient(t, compute.WithHTTPClient(&http.Client{Transport: transport})), context.Background()
	deployment := must[*compute.Deployment](t)(client.DeployAndWait(ctx, compute.DeployRequest{
		GPUType: "H100", Image: "sim/exit-0",
	}))
	id := deployment.DeploymentID
	read := func(query compute.LogQuery) []string {
		var positions []string
		for line, err := range client.Deployments.Logs(ctx, id, query) {
			if err != nil {
				t.Fatal(err)
			}
			positions = append(positions, line.Position)
		}
		return positions
	}
	followed, whole := read(compute.LogQuery{Follow: true}), read(compute.LogQuery{})
	if transport.broken != 1 || len(followed) < 2 || !slices.Equal(followed, whole) {
		t.Errorf("%v, not %v, broken %d times", followed, whole, transport.broken)
	}
}

func TestRealPages(t *testing.T) {
	client, ctx := realClient(t), context.Background()
	var made, listed []string
	for range 3 {
		request := compute.DeployRequest{GPUType: "H100", Image: "sim/ok", WaitSeconds: compute.Ptr(0)}
		deployment := must[*compute.Deployment](t)(client.Deploy(ctx, request))
		made = append([]string{deployment.DeploymentID}, made...)
	}
	for deployment, err := range client.Deployments.List(ctx, compute.DeploymentQuery{ListQuery: compute.ListQuery{Limit: 2}}) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, deployment.DeploymentID)
	}
	if len(listed) < 3 || !slices.Equal(listed[:3], made) {
		t.Errorf("%v, not %v", listed, made)
	}
	first := must[*compute.DeploymentPage](t)(client.Deployments.ListPage(ctx, compute.DeploymentQuery{ListQuery: compute.ListQuery{Limit: 2}}))
	if len(first.Deployments) != 2 || first.NextCursor == nil {
		t.Errorf("%+v", first)
	}
}

func TestRealHubsPricesAndCarbon(t *testing.T) {
	client, ctx := realClient(t), context.Background()
	page := must[*compute.HubPage](t)(client.Hubs.ListPage(ctx, compute.HubQuery{Region: "se", GPUType: "H100"}))
	if hub := must[*compute.Hub](t)(client.Hubs.Get(ctx, page.Hubs[0].Hub)); hub.Country != "SE" {
		t.Errorf("%+v", hub)
	}
	var regions []string
	for region, err := range client.Regions.List(ctx, compute.ListQuery{Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		regions = append(regions, region.Region)
	}
	if !slices.Contains(regions, "nordics") {
		t.Error(regions)
	}
	for price, err := range client.Pricing.List(ctx, compute.HubQuery{}) {
		if err != nil || compute.ValueOr(price.LowestUSDPerGPUHour, 0) < 1.4 {
			t.Error(price, err)
		}
		break
	}
	intensity := must[*compute.CarbonIntensity](t)(client.Carbon.Get(ctx, "SE"))
	if intensity.CarbonIntensityGCO2KWh <= 0 || *intensity.RenewablePercentage <= 50 {
		t.Errorf("%+v", intensity)
	}
	forecast := must[*compute.CarbonForecast](t)(client.Carbon.Forecast(ctx, "SE", compute.ForecastQuery{Hours: 6}))
	if len(forecast.Hours) != 6 {
		t.Errorf("%+v", forecast)
	}
}

func TestRealRefusals(t *testing.T) {
	client, ctx := realClient(t), context.Background()
	_, err := client.Deploy(ctx, compute.DeployRequest{GPUType: "Z9", Image: "sim/ok"})
	var refusal *compute.StatusError
	if !errors.As(err, &refusal) || !errors.Is(err, compute.ErrBadRequest) || refusal.Code != "invalid-request" ||
		!strings.HasPrefix(refusal.RequestID, "req_") || refusal.Details[0].Path != "body.gpu_type" {
		t.Errorf("%+v", err)
	}
	stranger := must[*compute.Client](t)(client.With(compute.WithAPIKey("svc_unknown")))
	if _, err := stranger.Metrics.Get(ctx); !errors.Is(err, compute.ErrUnauthenticated) {
		t.Error(err)
	}
	failed, err := client.DeployAndWait(ctx, compute.DeployRequest{GPUType: "H100", Image: "sim/missing"})
	var failure *compute.DeploymentFailedError
	if !errors.As(err, &failure) || failed.Status != compute.StatusFailed {
		t.Error(failed, err)
	}
	once := compute.DeployRequest{GPUType: "H100", Image: "sim/ok", WaitSeconds: compute.Ptr(0)}
	first := must[*compute.Deployment](t)(client.Deploy(ctx, once, compute.WithIdempotencyKey("go")))
	again := must[*compute.Deployment](t)(client.Deploy(ctx, once, compute.WithIdempotencyKey("go")))
	if first.DeploymentID != again.DeploymentID {
		t.Errorf("%s and %s", first.DeploymentID, again.DeploymentID)
	}
}

func TestRealQuota(t *testing.T) {
	client := realClient(t, compute.WithBaseURL(os.Getenv("USED_UP_BASE_URL")), compute.WithAPIKey(os.Getenv("USED_UP_API_KEY")))
	_, err := client.Deploy(context.Background(), compute.DeployRequest{GPUType: "H100", Image: "sim/ok"})
	if !errors.Is(err, compute.ErrQuotaExceeded) || !errors.Is(err, compute.ErrPermissionDenied) {
		t.Error(err)
	}
}

// Follows a deployment over a restart of the service: started by sdks/restart.test.ts, which reads what is printed.
func TestFollowOverRestart(t *testing.T) {
	id := os.Getenv("FOLLOWED_DEPLOYMENT")
	if id == "" {
		t.Skip("sdks/restart.test.ts starts the service")
	}
	client := must[*compute.Client](t)(compute.New(compute.WithMaxRetries(12)))
	for line, err := range client.Deployments.Logs(context.Background(), id, compute.LogQuery{Follow: true}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(line.Text)
	}
}
