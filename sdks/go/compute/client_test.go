package compute

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"
)

const secret = "svc_secret0000"

func clientAt(t *testing.T, address string, options ...Option) *Client {
	t.Helper()
	client, err := New(append([]Option{WithAPIKey(secret), WithBaseURL(address)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// serve responds with handler for as long as the test.
func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func TestKeyAndAddressComeFromTheEnvironment(t *testing.T) {
	t.Setenv("SERVICE_API_KEY", secret)
	t.Setenv("SERVICE_BASE_URL", "https://compute.example.com/")
	client, err := New()
	if err != nil || client.String() != "compute.Client(https://compute.example.com)" {
		t.Errorf("%v %v", client, err)
	}
}

func TestAKeyThatCannotBeOneIsRefusedAndNotShown(t *testing.T) {
	t.Setenv("SERVICE_API_KEY", "")
	for _, key := range []string{"", "  ", "svc_a\nb", "svc_ä"} {
		_, err := New(WithAPIKey(key))
		if err == nil || (strings.TrimSpace(key) != "" && strings.Contains(err.Error(), key)) {
			t.Errorf("%q: %v", key, err)
		}
	}
}

func TestAnAddressThatCannotBeOneIsRefusedAndNotShown(t *testing.T) {
	for _, address := range []string{"compute", "ftp://a", "https://me:hunter2@a", "https://a/?key=1", "https://a/#b", "http://[", "https://"} {
		_, err := New(WithAPIKey(secret), WithBaseURL(address))
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestOptionsThatCannotWorkAreRefused(t *testing.T) {
	client := clientAt(t, "http://127.0.0.1:1")
	for name, option := range map[string]Option{
		"timeout": WithTimeout(0), "retries": WithMaxRetries(-1), "client": WithHTTPClient(nil), "logger": WithLogger(nil),
	} {
		if _, err := client.With(option); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := client.With(WithTimeout(time.Second)); err != nil {
		t.Error(err)
	}
	_, err := client.Deploy(context.Background(), DeployRequest{}, WithIdempotencyKey("a b"))
	if err == nil || !strings.Contains(err.Error(), "idempotency key") {
		t.Error(err)
	}
}

func TestTheKeyIsNotPrinted(t *testing.T) {
	client := clientAt(t, "http://127.0.0.1:1")
	holder := struct {
		client Client
		nested *Client
	}{*client, client}
	for _, value := range []any{client, *client, holder, client.Deployments, *client.Deployments, *client.transport} {
		shown := fmt.Sprintf("%v %+v %#v %s %q", value, value, value, value, value)
		if strings.Contains(shown, secret) || strings.Contains(shown, fmt.Sprintf("%x", secret)) {
			t.Errorf("the key is in %s", shown)
		}
	}
	if text := everyStringIn(reflect.ValueOf(client), map[uintptr]bool{}); strings.Contains(text, secret) {
		t.Error("the key can be reached by reflection")
	}
}

// everyStringIn is what a printer finds that follows pointers and private fields.
func everyStringIn(value reflect.Value, seen map[uintptr]bool) string {
	switch value.Kind() {
	case reflect.String:
		return value.String()
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() || (value.Kind() == reflect.Pointer && seen[value.Pointer()]) {
			return ""
		}
		if value.Kind() == reflect.Pointer {
			seen[value.Pointer()] = true
		}
		return everyStringIn(value.Elem(), seen)
	case reflect.Struct:
		text := ""
		for i := range value.NumField() {
			text += everyStringIn(value.Field(i), seen) + "\n"
		}
		return text
	default:
		return ""
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

func TestTheKeyIsHiddenInErrorsOfTheHTTPClient(t *testing.T) {
	telling := &http.Client{Transport: roundTripper(func(request *http.Request) (*http.Response, error) {
		return nil, fmt.Errorf("no route for %v", request.Header)
	})}
	client := clientAt(t, "http://127.0.0.1:1", WithHTTPClient(telling), WithMaxRetries(0))
	_, err := client.Metrics.Get(context.Background())
	for cause := err; cause != nil; cause = errors.Unwrap(cause) {
		if shown := fmt.Sprintf("%v %+v %#v", cause, cause, cause); strings.Contains(shown, secret) {
			t.Error(shown)
		}
	}
	if !strings.Contains(fmt.Sprint(err), "no route for") {
		t.Error(err)
	}
}

func TestATimeoutOfTheHTTPClientIsATimeout(t *testing.T) {
	address := serve(t, func(_ http.ResponseWriter, request *http.Request) { <-request.Context().Done() })
	impatient := &http.Client{Timeout: 50 * time.Millisecond}
	client := clientAt(t, address, WithHTTPClient(impatient), WithMaxRetries(0))
	if _, err := client.Metrics.Get(context.Background()); !errors.Is(err, ErrTimeout) {
		t.Error(err)
	}
}

func TestAnIDThatWouldLeadElsewhereIsRefused(t *testing.T) {
	client := clientAt(t, "http://127.0.0.1:1")
	for _, id := range []string{"", ".", ".."} {
		if _, err := client.Deployments.Get(context.Background(), id); err == nil {
			t.Errorf("%q was taken", id)
		}
		for _, err := range client.Deployments.Logs(context.Background(), id, LogQuery{}) {
			if err == nil {
				t.Errorf("%q was taken", id)
			}
		}
	}
}

func TestACancelledContextEndsARequestAndIsNotRetried(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	requests := 0
	address := serve(t, func(_ http.ResponseWriter, request *http.Request) {
		requests++
		cancel()
		<-request.Context().Done()
	})
	_, err := clientAt(t, address).Metrics.Get(ctx)
	if !errors.Is(err, context.Canceled) || requests != 1 {
		t.Errorf("%v after %d requests", err, requests)
	}
}

func TestACancelledContextEndsTheWaitBetweenAttempts(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	address := serve(t, func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Retry-After", "50")
		response.WriteHeader(http.StatusServiceUnavailable)
	})
	_, err := clientAt(t, address).Metrics.Get(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, ErrInternal) {
		t.Error(err)
	}
}

func TestADeploymentThatIsWaitedForIsNotLostWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	address := serve(t, func(response http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(response, `{"deployment_id": "dep_1", "status": "provisioning"}`)
		time.AfterFunc(20*time.Millisecond, cancel)
	})
	deployment, err := clientAt(t, address).DeployAndWait(ctx, DeployRequest{GPUType: "H100", Image: "sim/ok"})
	if !errors.Is(err, context.Canceled) || deployment == nil || deployment.DeploymentID != "dep_1" {
		t.Errorf("%v %v", deployment, err)
	}
}

func TestALoopOverLogsThatIsLeftClosesTheStream(t *testing.T) {
	closed := make(chan struct{})
	address := serve(t, func(response http.ResponseWriter, request *http.Request) {
		_, _ = io.WriteString(response, "id: 1\ndata: {\"text\": \"one\"}\n\nid: 2\ndata: {\"text\": \"two\"}\n\n")
		response.(http.Flusher).Flush()
		<-request.Context().Done()
		close(closed)
	})
	for line, err := range clientAt(t, address).Deployments.Logs(context.Background(), "dep_1", LogQuery{Follow: true}) {
		if err != nil || line.Text != "one" {
			t.Fatal(line, err)
		}
		break
	}
	<-closed
}

func TestAListThatIsLeftAsksForNoFurtherPage(t *testing.T) {
	requests := 0
	address := serve(t, func(response http.ResponseWriter, _ *http.Request) {
		requests++
		fmt.Fprint(response, `{"hubs": [{"hub": "a"}, {"hub": "b"}], "next_cursor": "c"}`)
	})
	for range clientAt(t, address).Hubs.List(context.Background(), HubQuery{}) {
		break
	}
	if requests != 1 {
		t.Errorf("%d requests", requests)
	}
}

func TestAClientIsUsedByManyAtOnce(t *testing.T) {
	address := serve(t, func(response http.ResponseWriter, request *http.Request) {
		fmt.Fprintf(response, `{"country": %q}`, strings.TrimPrefix(request.URL.Path, "/v1/carbon/"))
	})
	client := clientAt(t, address)
	var group sync.WaitGroup
	for i := range 50 {
		group.Add(1)
		go func() {
			defer group.Done()
			country := fmt.Sprintf("C%d", i)
			if intensity, err := client.Carbon.Get(context.Background(), country); err != nil || intensity.Country != country {
				t.Error(intensity, err)
			}
		}()
	}
	group.Wait()
}

func TestWhatIsNoDeploymentIsAnError(t *testing.T) {
	requests := 0
	address := serve(t, func(response http.ResponseWriter, _ *http.Request) {
		requests++
		fmt.Fprint(response, `["a list"]`)
	})
	_, err := clientAt(t, address).Deployments.Get(context.Background(), "dep_1")
	if err == nil || !strings.Contains(err.Error(), "is no *compute.Deployment") || requests != 1 {
		t.Errorf("%v after %d requests", err, requests)
	}
}

func TestEventsAreSplitAsTheStandardSays(t *testing.T) {
	for name, text := range map[string]string{
		"newlines":          "id: 1\ndata: a\ndata: b\n\n",
		"carriage returns":  "id: 1\rdata: a\rdata: b\r\r",
		"both":              "id: 1\r\ndata: a\r\ndata: b\r\n\r\n",
		"without a space":   "id:1\ndata:a\ndata:b\n\n",
		"comments and more": ": c\nid: 1\nretry: 5\nfield\ndata: a\ndata: b\n\n",
		"a cut-off event":   "id: 1\ndata: a\ndata: b\n\nid: 2\ndata: c\n",
	} {
		var found []event
		for event, err := range events(iotest.OneByteReader(strings.NewReader(text))) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, event)
		}
		if len(found) != 1 || found[0] != (event{data: "a\nb", id: "1"}) {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func TestAnEmptyListOfArgumentsIsSent(t *testing.T) {
	for args, want := range map[*[]string]string{
		nil:            `{"gpu_type":"H100","image":"sim/ok"}`,
		{}:             `{"gpu_type":"H100","image":"sim/ok","args":[]}`,
		{"-m", "tiny"}: `{"gpu_type":"H100","image":"sim/ok","args":["-m","tiny"]}`,
	} {
		request := DeployRequest{GPUType: "H100", Image: "sim/ok"}
		if args != nil {
			request.Args = *args
		}
		body, err := json.Marshal(request)
		if err != nil || string(body) != want {
			t.Errorf("%s %v", body, err)
		}
	}
}
