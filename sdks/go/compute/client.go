package compute

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Version is the version of this package; requests name it in User-Agent.
const Version = "1.4.2"

const defaultBaseURL = "http://127.0.0.1:4100"

// Client is a client of the compute API, made by [New]. It is safe for use by several goroutines, and keeps no more than
// idle connections.
type Client struct {
	Deployments *DeploymentService
	Hubs        *HubService
	Regions     *RegionService
	Pricing     *PricingService
	Carbon      *CarbonService
	Usage       *UsageService
	Metrics     *MetricsService
	Events      *EventService
	Domains     *DomainService
	Registries  *RegistryService

	transport *transport
}

// New makes a client. Without options it takes the key from SERVICE_API_KEY and the address from SERVICE_BASE_URL of the
// environment; without an address there either, that of the demo, http://127.0.0.1:4100.
func New(options ...Option) (*Client, error) {
	s := settings{
		apiKey:     os.Getenv("SERVICE_API_KEY"),
		baseURL:    os.Getenv("SERVICE_BASE_URL"),
		timeout:    60 * time.Second,
		maxRetries: 2,
		httpClient: &http.Client{Transport: sharedTransport()},
		logger:     silent,
		runtime:    realRuntime,
	}
	return s.with(options)
}

// With makes a client like this one with other options, on the same connections.
func (c *Client) With(options ...Option) (*Client, error) {
	return c.transport.settings().with(options)
}

// String names the address, and never the key.
func (c *Client) String() string {
	return fmt.Sprintf("compute.Client(%s)", c.transport.baseURL)
}

// Option is an option of [New] and [Client.With].
type Option func(*settings)

// WithAPIKey sets the API key, in place of SERVICE_API_KEY of the environment.
func WithAPIKey(key string) Option { return func(s *settings) { s.apiKey = key } }

// WithBaseURL sets the address of the service, in place of SERVICE_BASE_URL of the environment.
func WithBaseURL(address string) Option { return func(s *settings) { s.baseURL = address } }

// WithTimeout sets how long an attempt may take, beyond what the service was asked to wait; 60 s unless given. Of logs it
// is how long the service may be silent.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithMaxRetries sets how often a failed attempt is made again; 2 unless given.
func WithMaxRetries(retries int) Option { return func(s *settings) { s.maxRetries = retries } }

// WithHTTPClient sets the HTTP client, for proxies, certificates, instrumentation and the like. Redirects are not followed
// whatever it says: they would take the key to an address that nobody chose.
func WithHTTPClient(client *http.Client) Option { return func(s *settings) { s.httpClient = client } }

// WithLogger sets a logger that hears of each attempt at debug level: method, path, status and delay, never headers or
// bodies.
func WithLogger(logger *slog.Logger) Option { return func(s *settings) { s.logger = logger } }

// silent is enabled at no level.
var silent = slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.Level(math.MaxInt)}))

func withRuntime(r runtime) Option { return func(s *settings) { s.runtime = r } }

type settings struct {
	apiKey     string
	baseURL    string
	timeout    time.Duration
	maxRetries int
	httpClient *http.Client
	logger     *slog.Logger
	runtime    runtime
}

func (s settings) with(options []Option) (*Client, error) {
	for _, option := range options {
		option(&s)
	}
	key, err := readKey(s.apiKey)
	if err != nil {
		return nil, err
	}
	base, err := readBaseURL(s.baseURL)
	if err != nil {
		return nil, err
	}
	switch {
	case s.timeout <= 0:
		return nil, errors.New("compute: the timeout must be above 0")
	case s.maxRetries < 0:
		return nil, errors.New("compute: the retries must not be below 0")
	case s.httpClient == nil || s.logger == nil:
		return nil, errors.New("compute: the HTTP client and the logger must not be nil")
	}
	return newClient(newTransport(key, base, s)), nil
}

func newClient(t *transport) *Client {
	return &Client{
		Deployments: &DeploymentService{t},
		Hubs:        &HubService{t},
		Regions:     &RegionService{t},
		Pricing:     &PricingService{t},
		Carbon:      &CarbonService{t},
		Usage:       &UsageService{t},
		Metrics:     &MetricsService{t},
		Events:      &EventService{t},
		Domains:     &DomainService{t},
		Registries:  &RegistryService{t},
		transport:   t,
	}
}

func readKey(given string) (string, error) {
	key := strings.TrimSpace(given)
	if key == "" {
		return "", errors.New("compute: there is no API key: use WithAPIKey, or set SERVICE_API_KEY")
	}
	if !isVisibleASCII(key) {
		return "", errors.New("compute: the API key has characters that no key has")
	}
	return key, nil
}

func readBaseURL(given string) (string, error) {
	if given == "" {
		given = defaultBaseURL
	}
	address, err := url.Parse(given)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" ||
		address.User != nil || address.RawQuery != "" || address.ForceQuery || address.Fragment != "" {
		// Not the parser's own error: it shows what may be a password.
		return "", errors.New("compute: the base URL must be an http or https address without user, query or fragment")
	}
	return strings.TrimRight(address.String(), "/"), nil
}

func isVisibleASCII(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool { return char < '!' || char > '~' }) < 0
}

// Ptr makes a pointer to a value, for fields of requests that may be absent.
func Ptr[T any](value T) *T { return &value }

// ValueOr reads a value that may be null.
func ValueOr[T any](pointer *T, otherwise T) T {
	if pointer == nil {
		return otherwise
	}
	return *pointer
}

// runtime is the world that the client works in; tests have another.
type runtime struct {
	// sleep returns the error of the context if that ends first.
	sleep func(ctx context.Context, duration time.Duration) error
	// random is in [0, 1).
	random func() float64
	now    func() time.Time
}
