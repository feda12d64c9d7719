package compute

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"time"
)

const (
	deploymentsPath = "/v1/compute/deployments"
	pollInterval    = 2 * time.Second
)

// Deploy returns once the deployment runs, or after its WaitSeconds (30) with its status then.
func (c *Client) Deploy(ctx context.Context, request DeployRequest, options ...CallOption) (*Deployment, error) {
	deployment := new(Deployment)
	_, err := c.transport.request(ctx, call{
		method:         http.MethodPost,
		path:           "/v1/compute/deploy",
		body:           request,
		idempotencyKey: readCallOptions(options).idempotencyKey,
		wait:           request.wait(),
	}, deployment)
	if err != nil {
		return nil, err
	}
	return deployment, nil
}

// DeployAndWait returns once the deployment runs, or, a job, is completed. If it fails instead, the error is a
// [*DeploymentFailedError], and if time is over a [*WaitTimeoutError]. From the moment when the service has taken the
// deployment, it is returned beside every error, that of a context too, so that it is not lost.
func (c *Client) DeployAndWait(
	ctx context.Context, request DeployRequest, options ...CallOption,
) (*Deployment, error) {
	startedAt := c.transport.runtime.now()
	deployment, err := c.Deploy(ctx, request, options...)
	if err != nil {
		return nil, err
	}
	return c.Deployments.wait(ctx, deployment, startedAt, readCallOptions(options).waitTimeout)
}

// Plan tells where a deployment would run, and why nowhere else. Nothing is deployed.
func (c *Client) Plan(ctx context.Context, request DeployRequest) (*Plan, error) {
	return c.PlanPage(ctx, request, ListQuery{})
}

// PlanPage reads one page of [Client.Plan], which has 200 hubs of either kind unless the query has a Limit.
func (c *Client) PlanPage(ctx context.Context, request DeployRequest, query ListQuery) (*Plan, error) {
	plan := new(Plan)
	asked := call{method: http.MethodPost, path: "/v1/compute/plan", query: query.values(), body: request}
	if _, err := c.transport.request(ctx, asked, plan); err != nil {
		return nil, err
	}
	return plan, nil
}

// DeploymentService reads, stops and deletes deployments. It is [Client.Deployments].
type DeploymentService struct{ transport *transport }

// List reads every deployment, the newest first.
func (s *DeploymentService) List(ctx context.Context, query DeploymentQuery) iter.Seq2[DeploymentSummary, error] {
	return items(ctx, query, s.ListPage, func(page *DeploymentPage) ([]DeploymentSummary, *string) {
		return page.Deployments, page.NextCursor
	})
}

// ListPage reads one page of [DeploymentService.List].
func (s *DeploymentService) ListPage(ctx context.Context, query DeploymentQuery) (*DeploymentPage, error) {
	return get[DeploymentPage](ctx, s.transport, deploymentsPath, query.values())
}

// Get reads a deployment.
func (s *DeploymentService) Get(ctx context.Context, deploymentID string) (*Deployment, error) {
	path, err := deploymentPath(deploymentID, "")
	if err != nil {
		return nil, err
	}
	return get[Deployment](ctx, s.transport, path, nil)
}

// Stop returns once the deployment has stopped, or after the wait ([WithWait]) with its status then.
func (s *DeploymentService) Stop(
	ctx context.Context, deploymentID string, options ...CallOption,
) (*Deployment, error) {
	path, err := deploymentPath(deploymentID, "/stop")
	if err != nil {
		return nil, err
	}
	deployment := new(Deployment)
	if _, err := s.transport.request(ctx, waitCall(http.MethodPost, path, options), deployment); err != nil {
		return nil, err
	}
	return deployment, nil
}

// Delete stops a deployment and then hides it. It returns nil once that is done, or the deployment if it has not ended
// yet after the wait ([WithWait]): repeat it later.
func (s *DeploymentService) Delete(
	ctx context.Context, deploymentID string, options ...CallOption,
) (*Deployment, error) {
	path, err := deploymentPath(deploymentID, "")
	if err != nil {
		return nil, err
	}
	deployment := new(Deployment)
	status, err := s.transport.request(ctx, waitCall(http.MethodDelete, path, options), deployment)
	if err != nil || status == http.StatusNoContent {
		return nil, err
	}
	return deployment, nil
}

// WaitUntilRunning is the second part of [Client.DeployAndWait], and returns the same errors.
func (s *DeploymentService) WaitUntilRunning(
	ctx context.Context, deploymentID string, options ...CallOption,
) (*Deployment, error) {
	startedAt := s.transport.runtime.now()
	deployment, err := s.Get(ctx, deploymentID)
	if err != nil {
		return nil, err
	}
	return s.wait(ctx, deployment, startedAt, readCallOptions(options).waitTimeout)
}

func (s *DeploymentService) wait(
	ctx context.Context, deployment *Deployment, startedAt time.Time, timeout time.Duration,
) (*Deployment, error) {
	for {
		completed := deployment.Reason != nil && *deployment.Reason == ReasonCompleted
		switch {
		case deployment.Status == StatusRunning, deployment.Status == StatusStopped && completed:
			return deployment, nil
		case hasEnded(deployment.Status):
			return deployment, &DeploymentFailedError{Deployment: deployment}
		}
		waited := s.transport.runtime.now().Sub(startedAt)
		if waited >= timeout {
			return deployment, &WaitTimeoutError{Deployment: deployment, Waited: waited}
		}
		if err := s.transport.runtime.sleep(ctx, min(pollInterval, timeout-waited)); err != nil {
			return deployment, fmt.Errorf("compute: waiting for %s: %w", deployment.DeploymentID, err)
		}
		next, err := s.Get(ctx, deployment.DeploymentID)
		if err != nil {
			return deployment, err
		}
		deployment = next
	}
}

// SetAccess says who may reach the endpoint of a deployment from now on: "public", "key" or "company". Requests that came in
// under another rule end, unless it becomes public.
func (s *DeploymentService) SetAccess(ctx context.Context, deploymentID, access string) (*Endpoint, error) {
	path, err := pathOf("/v1/endpoints/", "the deployment id", deploymentID, "/access")
	if err != nil {
		return nil, err
	}
	return send[Endpoint](ctx, s.transport, http.MethodPut, path, map[string]string{"access": access})
}

// Logs reads lines as they are written; a stream that breaks continues after the last one.
func (s *DeploymentService) Logs(ctx context.Context, deploymentID string, query LogQuery) iter.Seq2[LogLine, error] {
	path, err := deploymentPath(deploymentID, "")
	if err != nil {
		return failing[LogLine](err)
	}
	return func(yield func(LogLine, error) bool) {
		reader := logReader{transport: s.transport, deploymentPath: path, query: query}
		reader.lines(ctx)(yield)
	}
}

// Events reads what happened to a deployment, the newest first.
func (s *DeploymentService) Events(
	ctx context.Context, deploymentID string, query ListQuery,
) iter.Seq2[DeploymentEvent, error] {
	read := func(ctx context.Context, query ListQuery) (*DeploymentEventPage, error) {
		return s.EventPage(ctx, deploymentID, query)
	}
	return items(ctx, query, read, func(page *DeploymentEventPage) ([]DeploymentEvent, *string) {
		return page.Events, page.NextCursor
	})
}

// EventPage reads one page of [DeploymentService.Events].
func (s *DeploymentService) EventPage(
	ctx context.Context, deploymentID string, query ListQuery,
) (*DeploymentEventPage, error) {
	path, err := deploymentPath(deploymentID, "/events")
	if err != nil {
		return nil, err
	}
	return get[DeploymentEventPage](ctx, s.transport, path, query.values())
}

// Metrics reads what a deployment uses, and has used; with a window, how it used it over that time, too.
func (s *DeploymentService) Metrics(
	ctx context.Context, deploymentID string, query MetricsQuery,
) (*DeploymentMetrics, error) {
	path, err := deploymentPath(deploymentID, "/metrics")
	if err != nil {
		return nil, err
	}
	return get[DeploymentMetrics](ctx, s.transport, path, query.values())
}

func hasEnded(status DeploymentStatus) bool { return status == StatusStopped || status == StatusFailed }

func deploymentPath(deploymentID, suffix string) (string, error) {
	return pathOf(deploymentsPath+"/", "the deployment id", deploymentID, suffix)
}
