// Package compute is a client of the compute API: it deploys container images onto GPU hubs, where the grid is cleanest if
// you wish.
//
//	client, err := compute.New() // SERVICE_API_KEY and SERVICE_BASE_URL, or options
//	if err != nil {
//		return err
//	}
//	deployment, err := client.DeployAndWait(ctx, compute.DeployRequest{
//		GPUType: "H100", Image: "ghcr.io/team/model:1", CarbonAware: compute.Ptr(true),
//	})
//
// A [Client] deploys, plans and waits itself; the rest is by kind: [Client.Deployments], Hubs, Regions, Pricing, Carbon,
// Usage, Metrics, Events, Domains and Registries. It is safe for use by several goroutines.
//
// # Lists and logs
//
// Lists come as iterators that ask for a page when it is needed, and logs as iterators of lines. An error ends them, and is
// yielded last:
//
//	for line, err := range client.Deployments.Logs(ctx, id, compute.LogQuery{Follow: true}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(line.Text)
//	}
//
// Logs survive broken connections: the stream continues after the last line that was read, and neither loses nor repeats
// any. So does [EventService.Follow], which reads what happens to all deployments until its context ends. Methods whose names end in Page read one page, whose NextCursor leads to the next.
//
// # Values that may be absent
//
// What the API may leave out or set to null is a pointer, or a slice. [Ptr] makes a pointer and [ValueOr] reads one. In
// requests the zero value of a plain field is left out: none of those has a meaning in the API.
//
// # Errors
//
// A refusal is a [*StatusError] with its status, code and request id, and [errors.Is] tells of which kind:
// [ErrBadRequest], [ErrUnauthenticated], [ErrPermissionDenied] (of which [ErrQuotaExceeded]), [ErrNotFound],
// [ErrConflict] (of which [ErrNoCapacity]), [ErrUnprocessable] (of which [ErrNoFeasibleHub]), [ErrRateLimited] and
// [ErrInternal]. Where no whole response came, the error is a [*ConnectionError], and is [ErrTimeout] if time was over.
// A context that ends is an error that wraps the one of the context. The API key is in no error and no log.
//
// # Retries
//
// A failed attempt is made again twice ([WithMaxRetries]): after connection errors, 408, 429, 500, 502, 503, 504, and 409
// while the same request is in progress. Between attempts pass 0.5 s, then twice as long, up to 8 s, less up to 25 %; or what
// Retry-After says, up to a minute. Every attempt of a POST or DELETE has the same Idempotency-Key, so that nothing
// is done twice. An attempt may take 60 s ([WithTimeout]) beyond what the service was asked to wait.
package compute
