package compute

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// The client does what sdks/conformance/vectors.json says every client does.

type outcome struct {
	result   any
	items    []any
	err      error
	delaysMs []float64
	log      *bytes.Buffer
}

type attempt struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Query   map[string]any    `json:"query"`
	Headers map[string]string `json:"headers"`
	Body    any               `json:"body"`
}

func TestEveryVector(t *testing.T) {
	server := startFaultServer(t)
	t.Run("vectors", func(t *testing.T) {
		for _, vector := range server.vectors {
			t.Run(vector.Name, func(t *testing.T) {
				t.Parallel()
				seen := play(t, server, vector)
				var attempts []attempt
				readJSON(t, fmt.Sprintf("%s/_/go/%s", server.address, vector.Name), &attempts)
				check(t, server, vector, seen, attempts)
			})
		}
	})
}

func TestEveryOperationHasAVector(t *testing.T) {
	server := startFaultServer(t)
	played := map[string]bool{}
	for _, vector := range server.vectors {
		played[vector.Operation] = true
	}
	for name := range operations {
		if !played[name] {
			t.Errorf("%s has no vector", name)
		}
	}
}

func play(t *testing.T, server *faultServer, v vector) outcome {
	t.Helper()
	seen := outcome{log: &bytes.Buffer{}}
	client, err := New(clientOptions(server, v, &seen)...)
	if err != nil {
		t.Fatal(err)
	}
	operation, known := operations[v.Operation]
	if !known {
		t.Fatalf("the client has no operation %s", v.Operation)
	}
	seen.result, seen.err = operation(context.Background(), client, playedBy(t, v), func(item any) {
		seen.items = append(seen.items, item)
	})
	return seen
}

// clientOptions are those of a vector, with a sleep that only notes how long, and a clock that it moves.
func clientOptions(server *faultServer, v vector, seen *outcome) []Option {
	clock := time.Unix(0, 0)
	world := runtime{
		random: func() float64 { return v.Client.Random },
		now:    func() time.Time { return clock },
		sleep: func(_ context.Context, duration time.Duration) error {
			clock = clock.Add(duration)
			seen.delaysMs = append(seen.delaysMs, float64(duration)/float64(time.Millisecond))
			return nil
		},
	}
	options := []Option{
		WithAPIKey(server.apiKey),
		WithBaseURL(fmt.Sprintf("%s/go/%s", server.address, v.Name)),
		WithLogger(slog.New(slog.NewTextHandler(seen.log, &slog.HandlerOptions{Level: slog.LevelDebug}))),
		withRuntime(world),
	}
	if v.Client.MaxRetries != nil {
		options = append(options, WithMaxRetries(*v.Client.MaxRetries))
	}
	if v.Client.TimeoutMs != nil {
		options = append(options, WithTimeout(time.Duration(*v.Client.TimeoutMs)*time.Millisecond))
	}
	return options
}

func playedBy(t *testing.T, v vector) played {
	t.Helper()
	var p played
	switch v.Operation {
	case "deploy", "deployAndWait":
		decodeKnown(t, v.Arguments, &p.request)
	case "planDeployment":
		decodeKnown(t, v.Arguments, &p.plan)
	case "listEvents", "followEvents":
		decodeKnown(t, v.Arguments, &p.feed)
	default:
		decodeKnown(t, v.Arguments, &p.arguments)
	}
	if p.arguments.WaitSeconds != nil {
		p.options = append(p.options, WithWait(time.Duration(*p.arguments.WaitSeconds)*time.Second))
	}
	if v.Client.IdempotencyKey != nil {
		p.options = append(p.options, WithIdempotencyKey(*v.Client.IdempotencyKey))
	}
	if v.Client.WaitTimeoutMs != nil {
		p.options = append(p.options, WithWaitTimeout(time.Duration(*v.Client.WaitTimeoutMs)*time.Millisecond))
	}
	return p
}

func check(t *testing.T, server *faultServer, v vector, seen outcome, attempts []attempt) {
	t.Helper()
	if seen.err != nil && v.Expect.Error == nil {
		t.Fatal(seen.err)
	}
	if len(attempts) != v.Expect.Attempts {
		t.Fatalf("%d attempts, not %d", len(attempts), v.Expect.Attempts)
	}
	for i, request := range v.Expect.Requests {
		sent := map[string]any{"method": attempts[i].Method, "path": attempts[i].Path, "query": attempts[i].Query}
		if attempts[i].Body != nil {
			sent["body"] = attempts[i].Body
		}
		same(t, "request", sent, request)
	}
	for _, attempt := range attempts {
		same(t, "authorization", attempt.Headers["authorization"], "Bearer "+server.apiKey)
		same(t, "user-agent", attempt.Headers["user-agent"], "service-client-go/1.4.2")
	}
	if v.Expect.DelaysMs != nil && !slices.Equal(seen.delaysMs, v.Expect.DelaysMs) {
		t.Errorf("delays %v, not %v", seen.delaysMs, v.Expect.DelaysMs)
	}
	if v.Expect.Result != nil {
		var result any
		decodeInto(t, v.Expect.Result, &result)
		same(t, "result", seen.result, result)
	}
	for name, value := range v.Expect.ResultIncludes {
		same(t, name, onWire(t, seen.result).(map[string]any)[name], value)
	}
	if v.Expect.Items != nil && len(seen.items)+len(v.Expect.Items) > 0 {
		same(t, "items", seen.items, v.Expect.Items)
	}
	checkKeys(t, v, attempts)
	if v.Expect.Error != nil {
		checkError(t, seen.err, v.Expect.Error)
	}
	shown := fmt.Sprintf("%v %+v %#v %s", seen.err, seen.err, seen.err, seen.log)
	for cause := seen.err; cause != nil; cause = errors.Unwrap(cause) {
		shown += fmt.Sprintf("%+v %#v", cause, reflect.Indirect(reflect.ValueOf(cause)))
	}
	if strings.Contains(shown, server.apiKey) {
		t.Errorf("the key is shown: %s", shown)
	}
}

func checkKeys(t *testing.T, v vector, attempts []attempt) {
	t.Helper()
	for _, attempt := range attempts {
		key, given := attempt.Headers["idempotency-key"]
		if v.Expect.SameIdempotencyKey && (len(key) < 16 || key != attempts[0].Headers["idempotency-key"]) {
			t.Errorf("the idempotency key is %q", key)
		}
		if v.Expect.IdempotencyKey != nil {
			var seen any
			if given {
				seen = key
			}
			same(t, "idempotency key", seen, v.Expect.IdempotencyKey)
		}
	}
}

// kinds are the classes of the vectors; the most special come first.
var kinds = []struct {
	class string
	err   error
}{
	{"QuotaExceeded", ErrQuotaExceeded},
	{"NoCapacity", ErrNoCapacity},
	{"NoFeasibleHub", ErrNoFeasibleHub},
	{"BadRequest", ErrBadRequest},
	{"Authentication", ErrUnauthenticated},
	{"PermissionDenied", ErrPermissionDenied},
	{"NotFound", ErrNotFound},
	{"Conflict", ErrConflict},
	{"UnprocessableEntity", ErrUnprocessable},
	{"RateLimit", ErrRateLimited},
	{"InternalServer", ErrInternal},
	{"Timeout", ErrTimeout},
}

func classOf(err error) string {
	var failed *DeploymentFailedError
	var waited *WaitTimeoutError
	var status *StatusError
	var connection *ConnectionError
	switch {
	case errors.As(err, &failed):
		return "DeploymentFailed"
	case errors.As(err, &waited):
		return "WaitTimeout"
	}
	for _, kind := range kinds {
		if errors.Is(err, kind.err) {
			return kind.class
		}
	}
	switch {
	case errors.As(err, &status):
		return "Status"
	case errors.As(err, &connection):
		return "Connection"
	}
	return "API"
}

func checkError(t *testing.T, err error, expected map[string]any) {
	t.Helper()
	seen := map[string]any{"class": classOf(err)}
	var status *StatusError
	var connection *ConnectionError
	var failed *DeploymentFailedError
	var waited *WaitTimeoutError
	switch {
	case errors.As(err, &status):
		seen["status"], seen["message"], seen["request_id"] = status.Status, status.Message, status.RequestID
		seen["code"], seen["details"], seen["retryable"] = status.Code, status.Details, status.Retryable()
		if status.Code == "" {
			seen["code"] = nil
		}
		if status.RetryAfter != nil {
			seen["retry_after_ms"] = status.RetryAfter.Milliseconds()
		}
	case errors.As(err, &connection):
		seen["message"], seen["retryable"] = connection.Message, connection.Retryable()
	case errors.As(err, &failed):
		seen["deployment_id"] = failed.Deployment.DeploymentID
	case errors.As(err, &waited):
		seen["deployment_id"] = waited.Deployment.DeploymentID
	}
	for name, value := range expected {
		same(t, "error "+name, seen[name], value)
	}
}

// same compares as JSON does.
func same(t *testing.T, what string, seen, expected any) {
	t.Helper()
	if seen, expected := onWire(t, seen), onWire(t, expected); !reflect.DeepEqual(seen, expected) {
		t.Errorf("%s is\n%v, not\n%v", what, seen, expected)
	}
}

// onWire is a value with the names of the API, and its times to the millisecond.
func onWire(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var wire any
	decodeInto(t, text, &wire)
	return withMilliseconds(wire)
}

func withMilliseconds(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			value[name] = withMilliseconds(inner)
		}
	case []any:
		for i, inner := range value {
			value[i] = withMilliseconds(inner)
		}
	case string:
		if at, err := time.Parse(time.RFC3339Nano, value); err == nil {
			return at.Format("2006-01-02T15:04:05.000Z07:00")
		}
	}
	return value
}

func decodeInto(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// decodeKnown refuses arguments that the client cannot take.
func decodeKnown(t *testing.T, text []byte, into any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		t.Fatal(err)
	}
}
