package compute

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

const (
	firstDelay    = 500 * time.Millisecond
	maxDelay      = 8 * time.Second
	maxJitter     = 0.25
	maxRetryAfter = time.Minute // a service that asks for more is not waited for
)

// backoff is the delay before retry number retry, from 0. random is in [0, 1).
func backoff(retry int, random float64) time.Duration {
	delay := maxDelay
	if retry < 4 {
		delay = firstDelay << retry
	}
	return time.Duration(float64(delay) * (1 - maxJitter*random))
}

// delayAfter is false after a failure that is final, and where the service asks for too much patience.
func delayAfter(err error, retry int, random float64) (time.Duration, bool) {
	var status *StatusError
	if errors.As(err, &status) {
		if status.RetryAfter != nil {
			return *status.RetryAfter, status.Retryable() && *status.RetryAfter <= maxRetryAfter
		}
		return backoff(retry, random), status.Retryable()
	}
	var connection *ConnectionError
	return backoff(retry, random), errors.As(err, &connection)
}

var wholeSeconds = regexp.MustCompile(`^[0-9]+$`)

// readRetryAfter reads Retry-After as seconds or as a date, which counts from the clock of the service; nil without either.
func readRetryAfter(header http.Header, now time.Time) *time.Duration {
	text := header.Get("Retry-After")
	if wholeSeconds.MatchString(text) {
		seconds, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return Ptr(time.Duration(math.MaxInt64))
		}
		return Ptr(time.Duration(seconds) * time.Second)
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return nil
	}
	sentAt, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		sentAt = now
	}
	return Ptr(max(0, at.Sub(sentAt)))
}

var realRuntime = runtime{sleep: sleep, random: rand.Float64, now: time.Now}

func sleep(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
