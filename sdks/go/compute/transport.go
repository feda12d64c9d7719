package compute

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// transport makes one request and its retries. An attempt that brought no whole response, or a refusal that speaks of a
// moment, is made again with the same body and the same Idempotency-Key, so that the service does nothing twice.
type transport struct {
	// key is a function, so that nothing that prints a client, by reflection or otherwise, shows it.
	key        func() string
	baseURL    string
	timeout    time.Duration
	maxRetries int
	http       *http.Client
	logger     *slog.Logger
	runtime    runtime
}

// call is a request as data.
type call struct {
	method string
	path   string
	query  url.Values
	body   any
	// idempotencyKey is of what changes something; a new one for each call unless given.
	idempotencyKey string
	// wait is how long the service was asked to wait before it responds.
	wait time.Duration
}

func (c call) String() string { return c.method + " " + c.path }

var sharedTransport = sync.OnceValue(func() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport // instrumented by the program
	}
	own := standard.Clone()
	own.MaxIdleConnsPerHost = 32 // there is one host, and programs deploy to it at the same time
	return own
})

func newTransport(key, baseURL string, s settings) *transport {
	own := *s.httpClient
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &transport{
		key:        func() string { return key },
		baseURL:    baseURL,
		timeout:    s.timeout,
		maxRetries: s.maxRetries,
		http:       &own,
		logger:     s.logger,
		runtime:    s.runtime,
	}
}

func (t *transport) settings() settings {
	return settings{
		apiKey:     t.key(),
		baseURL:    t.baseURL,
		timeout:    t.timeout,
		maxRetries: t.maxRetries,
		httpClient: t.http,
		logger:     t.logger,
		runtime:    t.runtime,
	}
}

// get reads a T.
func get[T any](ctx context.Context, t *transport, path string, query url.Values) (*T, error) {
	result := new(T)
	if _, err := t.request(ctx, call{method: http.MethodGet, path: path, query: query}, result); err != nil {
		return nil, err
	}
	return result, nil
}

// send is get for what changes something.
func send[T any](ctx context.Context, t *transport, method, path string, body any) (*T, error) {
	result := new(T)
	if _, err := t.request(ctx, call{method: method, path: path, body: body}, result); err != nil {
		return nil, err
	}
	return result, nil
}

// remove sends a DELETE, whose response has no body.
func remove(ctx context.Context, t *transport, path string) error {
	_, err := t.request(ctx, call{method: http.MethodDelete, path: path}, nil)
	return err
}

// request sends a call until an attempt succeeds, one fails for good, or none is left. The body of the response goes to
// result, unless it has none: then the status is 204.
func (t *transport) request(ctx context.Context, c call, result any) (status int, err error) {
	header, body, err := t.prepare(c, "application/json")
	if err != nil {
		return 0, err
	}
	for retry := 0; ; retry++ {
		status, err := t.attempt(ctx, c, header, body, result)
		if err == nil {
			return status, nil
		}
		delay, again := t.delayAfter(err, retry)
		if !again {
			return 0, err
		}
		t.debug(ctx, "compute: retrying", c, slog.String("error", err.Error()), slog.Duration("delay", delay))
		if stopped := t.runtime.sleep(ctx, delay); stopped != nil {
			return 0, fmt.Errorf("compute: %s: %w before it could be retried: %w", c, stopped, err)
		}
	}
}

// delayAfter is false after a failure that is final, and after as many as there may be.
func (t *transport) delayAfter(err error, failures int) (time.Duration, bool) {
	if failures >= t.maxRetries {
		return 0, false
	}
	return delayAfter(err, failures, t.runtime.random())
}

func (t *transport) attempt(ctx context.Context, c call, header http.Header, body []byte, result any) (int, error) {
	timeout := t.timeout + c.wait
	attempt, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	response, err := t.send(attempt, c, header, body)
	if err != nil {
		return 0, t.failure(ctx, attempt, c, timeout, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, t.failure(ctx, attempt, c, timeout, err)
	}
	if !isSuccess(response.StatusCode) {
		return 0, t.refusal(response, content)
	}
	if response.StatusCode == http.StatusNoContent {
		return response.StatusCode, nil
	}
	return response.StatusCode, decode(content, result)
}

// stream opens a body that comes piece by piece, once. The timeout is on silence: it begins again with each read.
func (t *transport) stream(ctx context.Context, c call, accept string) (io.ReadCloser, error) {
	header, body, err := t.prepare(c, accept)
	if err != nil {
		return nil, err
	}
	streaming, cancel := context.WithCancelCause(ctx)
	s := &stream{cancel: cancel, timeout: t.timeout}
	s.fail = func(err error) error { return t.failure(ctx, streaming, c, t.timeout, err) }
	s.timer = time.AfterFunc(t.timeout, func() { cancel(errSilence) })
	response, err := t.send(streaming, c, header, body)
	s.timer.Stop()
	if err != nil {
		defer cancel(nil)
		return nil, s.fail(err)
	}
	s.body = response.Body
	if !isSuccess(response.StatusCode) {
		defer s.Close()
		content, err := io.ReadAll(s)
		if err != nil {
			return nil, err
		}
		return nil, t.refusal(response, content)
	}
	return s, nil
}

var errSilence = errors.New("silence")

// stream ends when the service is silent for too long while it is read; a reader may take its time.
type stream struct {
	body    io.ReadCloser
	timer   *time.Timer
	timeout time.Duration
	cancel  context.CancelCauseFunc
	fail    func(error) error
}

func (s *stream) Read(into []byte) (int, error) {
	s.timer.Reset(s.timeout)
	count, err := s.body.Read(into)
	s.timer.Stop()
	if err != nil && err != io.EOF {
		err = s.fail(err)
	}
	return count, err
}

func (s *stream) Close() error {
	s.cancel(nil)
	return s.body.Close()
}

// prepare makes what is the same for every attempt.
func (t *transport) prepare(c call, accept string) (http.Header, []byte, error) {
	header := http.Header{"Accept": {accept}, "User-Agent": {"service-client-go/" + Version}}
	if c.method != http.MethodGet {
		key := c.idempotencyKey
		if key == "" {
			key = newIdempotencyKey()
		}
		if len(key) > 255 || !isVisibleASCII(key) {
			return nil, nil, errors.New("compute: an idempotency key has 1 to 255 visible ASCII characters")
		}
		header.Set("Idempotency-Key", key)
	}
	if c.body == nil {
		return header, nil, nil
	}
	header.Set("Content-Type", "application/json")
	body, err := json.Marshal(c.body)
	if err != nil {
		return nil, nil, fmt.Errorf("compute: the request is no JSON: %w", err)
	}
	return header, body, nil
}

func (t *transport) send(ctx context.Context, c call, header http.Header, body []byte) (*http.Response, error) {
	address := t.baseURL + c.path
	if len(c.query) > 0 {
		address += "?" + c.query.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, c.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = header.Clone()
	request.Header.Set("Authorization", "Bearer "+t.key())
	response, err := t.http.Do(request)
	if err != nil {
		return nil, err
	}
	t.debug(ctx, "compute: response", c, slog.Int("status", response.StatusCode))
	return response, nil
}

// failure is why no whole response came: the caller's context, the time, or the connection.
func (t *transport) failure(caller, attempt context.Context, c call, timeout time.Duration, err error) error {
	if ended := caller.Err(); ended != nil {
		return fmt.Errorf("compute: %s: %w", c, ended)
	}
	var network net.Error
	if attempt.Err() != nil || (errors.As(err, &network) && network.Timeout()) {
		return &ConnectionError{Message: fmt.Sprintf("%s took longer than %s", c, timeout), timeout: true}
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err // the outer one repeats the address
	}
	why := t.withoutKey(err.Error())
	if why != err.Error() {
		err = errors.New(why) // by a round tripper of the program's own
	}
	return &ConnectionError{Message: fmt.Sprintf("%s failed on the way: %s", c, why), cause: err}
}

func (t *transport) refusal(response *http.Response, content []byte) *StatusError {
	var problem struct {
		Message any             `json:"message"`
		Code    any             `json:"code"`
		Details json.RawMessage `json:"details"`
	}
	_ = json.Unmarshal(content, &problem) // a proxy's page is none
	message, ok := problem.Message.(string)
	if !ok {
		message = fmt.Sprintf("the service responded with status %d", response.StatusCode)
	}
	code, _ := problem.Code.(string)
	var details []ProblemDetail
	_ = json.Unmarshal(problem.Details, &details)
	for i := range details {
		details[i].Message = t.withoutKey(details[i].Message)
	}
	return &StatusError{
		Status:     response.StatusCode,
		Code:       code,
		Message:    t.withoutKey(message),
		RequestID:  response.Header.Get("X-Service-Request-Id"),
		Details:    details,
		RetryAfter: readRetryAfter(response.Header, t.runtime.now()),
	}
}

func (t *transport) debug(ctx context.Context, message string, c call, more ...slog.Attr) {
	if t.logger.Enabled(ctx, slog.LevelDebug) {
		t.logger.LogAttrs(ctx, slog.LevelDebug, message, append(more, slog.String("request", c.String()))...)
	}
}

func (t *transport) withoutKey(text string) string {
	return strings.ReplaceAll(text, t.key(), "[API key]")
}

// decode reads a response. What is no JSON was cut on its way, and may come whole another time.
func decode(content []byte, result any) error {
	err := json.Unmarshal(content, result)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return &ConnectionError{Message: "the response was no JSON, or only a part of it", cause: err}
	default:
		return fmt.Errorf("compute: the response is no %T: %w", result, err)
	}
}

func isSuccess(status int) bool { return status >= 200 && status < 300 }

func newIdempotencyKey() string {
	var random [16]byte
	_, _ = rand.Read(random[:])
	return hex.EncodeToString(random[:])
}

// pathOf escapes a part of a path. An empty one would lead to another operation, and dots to another path.
func pathOf(prefix, what, part, suffix string) (string, error) {
	if part == "" || part == "." || part == ".." {
		return "", fmt.Errorf("compute: %s must not be empty or dots", what)
	}
	return prefix + url.PathEscape(part) + suffix, nil
}
