package compute

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"
)

// What a call costs beside a bare one of net/http that decodes the same body:
//
//	go test -run '^$' -bench Overhead ./compute

func BenchmarkOverhead(b *testing.B) {
	server, body := deploymentServer(b)
	client, err := New(WithAPIKey(secret), WithBaseURL(server.URL))
	if err != nil {
		b.Fatal(err)
	}
	bare := &http.Client{Transport: sharedTransport()}
	get := func() error {
		_, err := client.Deployments.Get(context.Background(), "dep_1")
		return err
	}
	byHand := func() error {
		request, err := http.NewRequest(http.MethodGet, server.URL+"/v1/compute/deployments/dep_1", nil)
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+secret)
		response, err := bare.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		content, err := io.ReadAll(response.Body)
		if err != nil {
			return err
		}
		return json.Unmarshal(content, new(Deployment))
	}
	b.SetBytes(int64(len(body)))
	// In turns, so that a busy machine slows both.
	var ours, theirs []time.Duration
	for range b.N {
		theirs = append(theirs, timed(b, byHand))
		ours = append(ours, timed(b, get))
	}
	b.ReportMetric(float64(median(theirs).Nanoseconds())/1e3, "µs-bare-p50")
	b.ReportMetric(float64(median(ours).Nanoseconds())/1e3, "µs-client-p50")
	b.ReportMetric(100*(float64(median(ours))/float64(median(theirs))-1), "%-overhead-p50")
}

func deploymentServer(b *testing.B) (*httptest.Server, []byte) {
	b.Helper()
	text, err := os.ReadFile("../../conformance/vectors.json")
	if err != nil {
		b.Skip("the vectors are in the repository alone")
	}
	var file struct {
		Bodies struct {
			Deployment json.RawMessage `json:"deployment"`
		} `json:"bodies"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		b.Fatal(err)
	}
	body := file.Bodies.Deployment
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		_, _ = response.Write(body)
	}))
	b.Cleanup(server.Close)
	return server, body
}

func timed(b *testing.B, call func() error) time.Duration {
	b.Helper()
	start := time.Now()
	if err := call(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
