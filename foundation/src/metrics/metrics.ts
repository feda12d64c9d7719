/**
 * The metrics of one process. Each feature asks for its own by name; names share the service's prefix, and a label
 * takes only values from a small known set (a route pattern, never a path), for each value is a series of its own.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'

export { makeOperatorServer } from './operator-server.ts'

export interface Metrics {
  counter<L extends string = never>(name: string, help: string, labels?: readonly L[]): Counter<L>
  /** `read` is called at each scrape and sets the gauge: no timer keeps it current in between. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labels?: readonly L[],
    read?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L>
  histogram<L extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly L[],
  ): Histogram<L>
  /** All of them in the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

export function makeMetrics(prefix: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  const configuration = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) => ({
    name: prefix + name,
    help,
    labelNames,
    registers: [registry],
  })
  return {
    counter: (name, help, labels) => new Counter(configuration(name, help, labels)),
    gauge(name, help, labels, read) {
      const gauge: Gauge<NonNullable<typeof labels>[number]> = new Gauge({
        ...configuration(name, help, labels),
        ...(read && { collect: () => read(gauge) }),
      })
      return gauge
    },
    histogram: (name, help, buckets, labels) =>
      new Histogram({ ...configuration(name, help, labels), buckets: [...buckets] }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
