/**
 * The metrics of one process. Each feature asks for its own by name; names share the service's prefix, and a label
 * takes only values from a small known set (a route pattern, never a path), for each value is a series of its own.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'

export { makeOperatorServer } from './operator-server.ts'

type Description<L extends string> = { name: string; help: string; labels?: readonly L[] }

export interface Metrics {
  counter<L extends string = never>(description: Description<L>): Counter<L>
  /** `read` is called at each scrape and sets the gauge: no timer keeps it current in between. */
  gauge<L extends string = never>(
    description: Description<L>,
    read?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L>
  histogram<L extends string = never>(description: Description<L> & { buckets: number[] }): Histogram<L>
  /** All of them in the Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

export function makeMetrics(prefix: string): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix })
  const configuration = <L extends string>({ name, help, labels = [] }: Description<L>) => ({
    name: prefix + name,
    help,
    labelNames: labels,
    registers: [registry],
  })
  return {
    counter: (description) => new Counter(configuration(description)),
    gauge: (description, read) => {
      const gauge: Gauge<(typeof description.labels & {})[number]> = new Gauge({
        ...configuration(description),
        ...(read && { collect: () => read(gauge) }),
      })
      return gauge
    },
    histogram: (description) => new Histogram({ ...configuration(description), buckets: description.buckets }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
