/** The dashboard for Grafana that operators import (docs/production.md), made from this table. */

type Panel = { title: string; unit: string; expr: readonly (readonly [legend: string, query: string])[] }
type Row = { title: string; panels: readonly Panel[] }

const p99 = (metric: string, by: string) => `histogram_quantile(0.99, sum by (le, ${by}) (rate(${metric}_bucket[5m])))`
const ofService = (service: string): Panel[] => [
  {
    title: `Requests of ${service}, by status`,
    unit: 'reqps',
    expr: [['{{status}}', `sum by (status) (rate(${service}_http_request_duration_seconds_count[5m]))`]],
  },
  {
    title: `Slowest routes of ${service}, p99`,
    unit: 's',
    expr: [['{{route}}', `topk(8, ${p99(`${service}_http_request_duration_seconds`, 'route')})`]],
  },
  {
    title: `Memory and processor of ${service}`,
    unit: 'short',
    expr: [
      ['resident, GB', `${service}_process_resident_memory_bytes / 1e9`],
      ['processors', `rate(${service}_process_cpu_seconds_total[5m])`],
    ],
  },
]

const ofWebhooks = (service: string): readonly Panel[] => [
  {
    title: 'Deliveries that are due',
    unit: 'short',
    expr: [
      ['due', `${service}_webhook_deliveries_due`],
      ['oldest, s', `${service}_webhook_oldest_due_seconds`],
      ['breakers open', `${service}_webhook_breakers_open`],
    ],
  },
  {
    title: 'Attempts of webhooks, by outcome',
    unit: 'ops',
    expr: [['{{outcome}}', `sum by (outcome) (rate(${service}_webhook_attempts_total[5m]))`]],
  },
]

const rows: readonly Row[] = [
  { title: 'Reputation', panels: ofService('reputation') },
  {
    title: 'Lists, news, webhooks',
    panels: [
      { title: 'Age of the lists', unit: 's', expr: [['{{list}}', 'reputation_lists_age_seconds']] },
      { title: 'Work on news that waits', unit: 's', expr: [['oldest', 'reputation_news_oldest_waiting_seconds']] },
      ...ofWebhooks('reputation'),
    ],
  },
  { title: 'Compute', panels: ofService('compute') },
  {
    title: 'Hubs and deployments',
    panels: [
      { title: 'Hubs that respond', unit: 'short', expr: [['{{hub}}', 'compute_hub_up']] },
      { title: 'Free GPUs', unit: 'short', expr: [['{{gpu_type}}', 'sum by (gpu_type) (compute_hub_free_gpus)']] },
      {
        title: 'Deployments alive, by status',
        unit: 'short',
        expr: [['{{status}}', 'sum by (status) (compute_deployments)']],
      },
      {
        title: 'Ended and failed over, in an hour',
        unit: 'short',
        expr: [
          ['{{status}}', 'sum by (status) (increase(compute_deployments_ended_total[1h]))'],
          ['failed over', 'sum(increase(compute_failovers_total[1h]))'],
        ],
      },
      {
        title: 'Until a deployment runs, p99',
        unit: 's',
        expr: [['p99', 'histogram_quantile(0.99, sum by (le) (rate(compute_time_to_running_seconds_bucket[15m])))']],
      },
      {
        title: 'GPUs in use, and what they emit an hour',
        unit: 'short',
        expr: [
          ['GPUs, {{kind}}', 'sum by (kind) (rate(compute_gpu_seconds_total[5m]))'],
          ['gCO2 an hour, {{kind}}', 'sum by (kind) (rate(compute_grams_total[5m])) * 3600'],
        ],
      },
      {
        title: 'Gateway',
        unit: 'short',
        expr: [
          ['connections', 'sum(compute_gateway_connections)'],
          ['dropped, in 5 minutes', 'increase(compute_gateway_dropped_connections_total[5m])'],
        ],
      },
      { title: 'Sessions of the sandbox', unit: 'short', expr: [['sessions', 'sum(compute_sandbox_sessions)']] },
      ...ofWebhooks('compute'),
    ],
  },
]

const [width, height] = [8, 8]
// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana fills it in.
const datasource = { type: 'prometheus', uid: '${datasource}' }

export function grafanaDashboard(): string {
  let y = 0
  let id = 0
  const panels = rows.flatMap(({ title, panels: of }) => {
    const heading = {
      id: ++id,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y: y++, w: 24, h: 1 },
      panels: [],
    }
    const laidOut = of.map(({ title, unit, expr }, index) => ({
      id: ++id,
      type: 'timeseries',
      title,
      datasource,
      gridPos: { x: (index % 3) * width, y: y + Math.floor(index / 3) * height, w: width, h: height },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      options: { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi' } },
      targets: expr.map(([legendFormat, query], at) => ({
        refId: String.fromCharCode(65 + at),
        datasource,
        expr: query,
        legendFormat,
      })),
    }))
    y += Math.ceil(of.length / 3) * height
    return [heading, ...laidOut]
  })
  const dashboard = {
    uid: 'service-overview',
    title: 'Service',
    tags: ['service'],
    schemaVersion: 39,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }] },
    panels,
  }
  return `${JSON.stringify(dashboard, null, 1)}\n`
}
