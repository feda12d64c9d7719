package compute

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// The kinds of refusal, for [errors.Is]. A more special kind is also the one that it belongs to.
var (
	// ErrBadRequest is 400: something in the request is wrong; Details names it.
	ErrBadRequest = errors.New("compute: bad request")
	// ErrUnauthenticated is 401: no key, or none that is valid.
	ErrUnauthenticated = errors.New("compute: unauthenticated")
	// ErrPermissionDenied is 403: the key may not do this.
	ErrPermissionDenied = errors.New("compute: permission denied")
	// ErrQuotaExceeded is 403 quota-exceeded: the GPU-hours of the month are used.
	ErrQuotaExceeded = errors.New("compute: quota exceeded")
	// ErrNotFound is 404: there is no such thing, or it is another company's.
	ErrNotFound = errors.New("compute: not found")
	// ErrConflict is 409: not possible in the current state.
	ErrConflict = errors.New("compute: conflict")
	// ErrNoCapacity is 409 no-capacity: no hub has enough free GPUs now.
	ErrNoCapacity = errors.New("compute: no capacity")
	// ErrUnprocessable is 422: understood, and never possible as it stands.
	ErrUnprocessable = errors.New("compute: unprocessable")
	// ErrNoFeasibleHub is 422 no-feasible-hub: no hub could ever take it.
	ErrNoFeasibleHub = errors.New("compute: no feasible hub")
	// ErrRateLimited is 429: too many requests, or the requests of the month are used.
	ErrRateLimited = errors.New("compute: rate limited")
	// ErrInternal is 5xx: the service failed.
	ErrInternal = errors.New("compute: internal error")
	// ErrTimeout is a [*ConnectionError]: the response did not come in time.
	ErrTimeout = errors.New("compute: timeout")
)

// StatusError is a refusal, or a failure of the service.
type StatusError struct {
	// Status is that of HTTP.
	Status int
	// Code is stable and for programs, such as no-capacity; empty if the response was not the service's own.
	Code string
	// Message is for people.
	Message string
	// RequestID is X-Service-Request-Id: quote it to support.
	RequestID string
	// Details are the fields that were refused.
	Details []ProblemDetail
	// RetryAfter is how long the service asked to wait; nil if it did not.
	RetryAfter *time.Duration
}

// Error says the message, then the status, the code and the request id.
func (e *StatusError) Error() string {
	known := []string{fmt.Sprint(e.Status), e.Code, e.RequestID}
	known = slices.DeleteFunc(known, func(part string) bool { return part == "" })
	return fmt.Sprintf("compute: %s (%s)", e.Message, strings.Join(known, ", "))
}

// Is tells of which kind the refusal is.
func (e *StatusError) Is(target error) bool {
	switch target {
	case ErrQuotaExceeded:
		return e.Status == http.StatusForbidden && e.Code == "quota-exceeded"
	case ErrNoCapacity:
		return e.Status == http.StatusConflict && e.Code == "no-capacity"
	case ErrNoFeasibleHub:
		return e.Status == http.StatusUnprocessableEntity && e.Code == "no-feasible-hub"
	case ErrInternal:
		return e.Status >= 500
	default:
		kind, known := kindOf[e.Status]
		return known && target == kind
	}
}

var kindOf = map[int]error{
	http.StatusBadRequest:          ErrBadRequest,
	http.StatusUnauthorized:        ErrUnauthenticated,
	http.StatusForbidden:           ErrPermissionDenied,
	http.StatusNotFound:            ErrNotFound,
	http.StatusConflict:            ErrConflict,
	http.StatusUnprocessableEntity: ErrUnprocessable,
	http.StatusTooManyRequests:     ErrRateLimited,
}

// Retryable tells whether the same request may succeed later; the client has retried it as often as it may. A 409 may only
// while the same request is in progress.
func (e *StatusError) Retryable() bool {
	switch e.Status {
	case http.StatusConflict:
		return e.Code == "idempotency-in-progress"
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	default:
		return false
	}
}

// ConnectionError is a request without a whole response: the connection failed, was cut, or what came was no JSON.
type ConnectionError struct {
	// Message says what happened.
	Message string

	timeout bool
	cause   error
}

func (e *ConnectionError) Error() string { return "compute: " + e.Message }

// Is tells whether target is [ErrTimeout] and time was over.
func (e *ConnectionError) Is(target error) bool { return target == ErrTimeout && e.timeout }

// Unwrap is what the HTTP client said.
func (e *ConnectionError) Unwrap() error { return e.cause }

// Timeout tells whether the response did not come in time.
func (e *ConnectionError) Timeout() bool { return e.timeout }

// Retryable is true: the same request may succeed later.
func (e *ConnectionError) Retryable() bool { return true }

// DeploymentFailedError is a deployment that was waited for and will not run.
type DeploymentFailedError struct {
	Deployment *Deployment
}

func (e *DeploymentFailedError) Error() string {
	text := fmt.Sprintf("compute: %s is %s", e.Deployment.DeploymentID, e.Deployment.Status)
	if e.Deployment.Reason != nil {
		text += fmt.Sprintf(" (%s)", *e.Deployment.Reason)
	}
	if e.Deployment.Message != nil {
		text += ": " + *e.Deployment.Message
	}
	return text
}

// WaitTimeoutError is a deployment that was waited for and does not run yet. It continues without the caller.
type WaitTimeoutError struct {
	Deployment *Deployment
	Waited     time.Duration
}

func (e *WaitTimeoutError) Error() string {
	return fmt.Sprintf("compute: %s is still %s after %s", e.Deployment.DeploymentID, e.Deployment.Status,
		e.Waited.Round(time.Second))
}
