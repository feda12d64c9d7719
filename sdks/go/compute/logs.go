package compute

import (
	"context"
	"encoding/json"
	"iter"
	"log/slog"
	"net/http"
	"time"
)

// logReader reads the logs of a deployment as they are written. A stream that breaks is opened again after the last line
// that was read; lines are neither lost nor repeated. Following ends when the deployment has ended: a stream also ends
// where the service is restarted or the deployment moves to another hub, and is then opened again.
type logReader struct {
	transport      *transport
	deploymentPath string
	query          LogQuery
	// after is the position of the last line read.
	after string
	// failures are those since then.
	failures int
	// openings are those since then that ended while the deployment continues.
	openings int
}

func (r *logReader) lines(ctx context.Context) iter.Seq2[LogLine, error] {
	return func(yield func(LogLine, error) bool) {
		stopped := false
		take := func(line LogLine) bool {
			r.after, r.failures, r.openings = line.Position, 0, 0
			stopped = !yield(line, nil)
			return !stopped
		}
		for {
			err := readStream(ctx, r.transport, r.call(), take)
			if stopped {
				return
			}
			delay, done, err := r.afterStream(ctx, err)
			if err == nil && !done {
				err = r.transport.runtime.sleep(ctx, delay)
			}
			if err != nil {
				yield(LogLine{}, err)
			}
			if err != nil || done {
				return
			}
		}
	}
}

func (r *logReader) call() call {
	query := r.query
	if r.after != "" {
		query = LogQuery{Follow: query.Follow, After: r.after}
	}
	return call{method: http.MethodGet, path: r.deploymentPath + "/logs", query: query.values()}
}

// afterStream tells how long to wait before the next stream, or that there is none. err is why the last one broke off.
func (r *logReader) afterStream(ctx context.Context, err error) (delay time.Duration, done bool, _ error) {
	t := r.transport
	if err != nil {
		delay, again := t.delayAfter(err, r.failures)
		if !again {
			return 0, true, err
		}
		r.failures++
		t.debug(ctx, "compute: logs broke off", r.call(), slog.String("error", err.Error()), slog.Duration("delay", delay))
		return delay, false, nil
	}
	if !r.query.Follow {
		return 0, true, nil
	}
	deployment, err := get[Deployment](ctx, t, r.deploymentPath, nil)
	if err != nil || hasEnded(deployment.Status) {
		return 0, true, err
	}
	r.openings++
	return backoff(r.openings-1, t.runtime.random()), false, nil
}

// readStream reads one stream. It fails if that breaks off: a whole one says that it ends.
func readStream(ctx context.Context, t *transport, c call, take func(LogLine) bool) error {
	body, err := t.stream(ctx, c, "text/event-stream")
	if err != nil {
		return err
	}
	defer body.Close()
	for event, err := range events(body) {
		switch {
		case err != nil:
			return err
		case event.kind == "end":
			return nil
		case event.kind == "error":
			return &ConnectionError{Message: t.withoutKey(messageOf(event.data))}
		case event.kind == "" && event.data != "" && event.id != "":
			line := LogLine{}
			if err := decode([]byte(event.data), &line); err != nil {
				return err
			}
			line.Position = event.id
			if !take(line) {
				return nil
			}
		}
	}
	return &ConnectionError{Message: "the stream of the logs broke off"}
}

func messageOf(data string) string {
	var failure struct {
		Message string `json:"message"`
	}
	if json.Unmarshal([]byte(data), &failure) != nil || failure.Message == "" {
		return "reading the logs failed"
	}
	return failure.Message
}
