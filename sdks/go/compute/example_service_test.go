package compute_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
)

// TestMain points the environment of the examples to a service that knows what they ask for.
func TestMain(m *testing.M) {
	if os.Getenv("SERVICE_BASE_URL") != "" {
		os.Exit(m.Run()) // to a real service
	}
	service := httptest.NewServer(exampleService())
	os.Setenv("SERVICE_API_KEY", "svc_example")
	os.Setenv("SERVICE_BASE_URL", service.URL)
	code := m.Run()
	service.Close()
	os.Exit(code)
}

const (
	running = `{"deployment_id": "dep_01kd3f9n8x4s6t2v7w0y5z1a3b", "status": "running", "hub": "se-north-1",
		"carbon_score": "A", "endpoint": "dep-tgfvqe61ej.run.example.com"}`
	stopped = `{"deployment_id": "dep_01kd3f9n8x4s6t2v7w0y5z1a3b", "status": "stopped", "hub": "se-north-1"}`
	waiting = `{"deployment_id": "dep_01kd3f9n8xa7w8z2v5t1q4r6s9", "status": "scheduled", "hub": null}`
	plan    = `{"outcome": "start", "hub": "se-north-1", "candidates": [{"hub": "se-north-1",
		"price_usd_per_gpu_hour": 2.15, "grams_per_gpu_hour": 9.07}], "refused": [{"hub": "us-east-1", "cause": "region"}]}`
	intensity = `{"country": "SE", "carbon_intensity_gco2_kwh": 21, "renewable_percentage": 72, "carbon_score": "A"}`
	unknown   = `{"error": "Bad Request", "message": "gpu_type is not known", "code": "invalid-request",
		"details": [{"path": "body.gpu_type", "message": "is not known: A100, H100"}]}`
	logs = "id: 1-1-1\ndata: {\"at\": \"2026-11-20T09:30:01.000Z\", \"text\": \"loading the model\"}\n\n" +
		"id: 1-2-1\ndata: {\"at\": \"2026-11-20T09:30:02.000Z\", \"text\": \"listening on 8080\"}\n\n" +
		"event: end\ndata: {}\n\n"
	happened = "id: c1\ndata: {\"cursor\": \"c1\", \"deployment_id\": \"dep_01kd3f9n8x4s6t2v7w0y5z1a3b\", \"type\": \"failed\"}\n\n"
)

func exampleService() http.Handler {
	mux := http.NewServeMux()
	respond := func(pattern, body string) {
		mux.HandleFunc(pattern, func(response http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(response, body) })
	}
	respond("POST /v1/compute/plan", plan)
	respond("GET /v1/compute/deployments/{id}", stopped)
	respond("GET /v1/compute/deployments/{id}/logs", logs)
	respond("GET /v1/events", happened)
	respond("GET /v1/carbon/SE", intensity)
	mux.HandleFunc("POST /v1/compute/deploy", func(response http.ResponseWriter, request *http.Request) {
		var asked map[string]any
		if err := json.NewDecoder(request.Body).Decode(&asked); err != nil || asked["gpu_type"] != "H100" {
			response.Header().Set("X-Service-Request-Id", "req_01kd3f9n8x4s6t2v7w0y5z1a3b")
			response.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(response, unknown)
			return
		}
		_, _ = io.WriteString(response, running)
	})
	mux.HandleFunc("GET /v1/compute/deployments", func(response http.ResponseWriter, request *http.Request) {
		page := `{"deployments": [` + running + `], "next_cursor": "c"}`
		if request.URL.Query().Get("cursor") == "c" {
			page = `{"deployments": [` + waiting + `], "next_cursor": null}`
		}
		_, _ = io.WriteString(response, page)
	})
	return mux
}
