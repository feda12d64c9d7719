package compute

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"time"
)

const feedPath = "/v1/events"

// EventService reads what happens to all deployments. It is [Client.Events].
type EventService struct{ transport *transport }

// List reads every event that is kept, or after the Cursor of the query, the oldest first.
func (s *EventService) List(ctx context.Context, query EventQuery) iter.Seq2[CompanyEvent, error] {
	return items(ctx, query, s.ListPage, func(page *CompanyEventPage) ([]CompanyEvent, *string) {
		return page.Events, page.NextCursor
	})
}

// ListPage reads one page of [EventService.List].
func (s *EventService) ListPage(ctx context.Context, query EventQuery) (*CompanyEventPage, error) {
	return get[CompanyEventPage](ctx, s.transport, feedPath, query.values())
}

// Follow reads what happens from now on, or after the Cursor of the filter, until ctx ends or an error comes. A stream that
// breaks is resumed after the last event.
func (s *EventService) Follow(ctx context.Context, filter EventFilter) iter.Seq2[CompanyEvent, error] {
	return func(yield func(CompanyEvent, error) bool) {
		reader := feedReader{transport: s.transport, filter: filter}
		reader.events(ctx)(yield)
	}
}

// feedReader reads events as they happen. A stream that breaks, or that the service ends after a time, is resumed after the
// last event that was read; events are neither lost nor repeated.
type feedReader struct {
	transport *transport
	// filter has the cursor of the last block read.
	filter EventFilter
	// failures are those since then.
	failures int
	// openings are streams that ended without an event between them.
	openings int
}

func (r *feedReader) events(ctx context.Context) iter.Seq2[CompanyEvent, error] {
	return func(yield func(CompanyEvent, error) bool) {
		for {
			stopped, err := r.readStream(ctx, yield)
			if stopped {
				return
			}
			delay, err := r.afterStream(ctx, err)
			if err == nil {
				err = r.transport.runtime.sleep(ctx, delay)
			}
			if err != nil {
				yield(CompanyEvent{}, err)
				return
			}
		}
	}
}

// readStream reads one stream until it ends, or breaks off, or nobody reads on: then it has stopped.
func (r *feedReader) readStream(ctx context.Context, yield func(CompanyEvent, error) bool) (stopped bool, _ error) {
	body, err := r.transport.stream(ctx, r.call(), "text/event-stream")
	if err != nil {
		return false, err
	}
	defer body.Close()
	for block, err := range events(body) {
		if err != nil {
			return false, err
		}
		happened, err := readFeedEvent(block)
		if err != nil {
			return false, err
		}
		if block.id != "" {
			r.filter.Cursor = block.id
		}
		r.failures = 0
		if happened == nil {
			continue
		}
		r.openings = 0
		if !yield(*happened, nil) {
			return true, nil
		}
	}
	return false, nil
}

func (r *feedReader) call() call {
	return call{method: http.MethodGet, path: feedPath, query: r.filter.values()}
}

// afterStream tells how long to wait before the next stream. err is why the last one broke off.
func (r *feedReader) afterStream(ctx context.Context, err error) (time.Duration, error) {
	t := r.transport
	if err == nil {
		r.openings++
		return backoff(r.openings-1, t.runtime.random()), nil
	}
	delay, again := t.delayAfter(err, r.failures)
	if !again {
		return 0, err
	}
	r.failures++
	t.debug(ctx, "compute: events broke off", r.call(), slog.String("error", err.Error()), slog.Duration("delay", delay))
	return delay, nil
}

// readFeedEvent is nil for a block without data. Its error is final: to go on after an event that cannot be read would lose
// it.
func readFeedEvent(block event) (*CompanyEvent, error) {
	if block.data == "" {
		return nil, nil
	}
	happened := new(CompanyEvent)
	if err := json.Unmarshal([]byte(block.data), happened); err != nil {
		return nil, fmt.Errorf("compute: an event of the stream cannot be read: %w", err)
	}
	return happened, nil
}
