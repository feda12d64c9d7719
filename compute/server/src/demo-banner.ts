import type { Service } from './app.ts'

type Demo = Pick<Service, 'baseUrl' | 'metricsUrl' | 'gatewayUrl' | 'engines'>

/** What `npm start` prints once the demo can be used. */
export function demoBanner(
  { baseUrl, metricsUrl, gatewayUrl, engines }: Demo,
  run: { key: string; validity: string; link: string | undefined; engine: string },
): string {
  const { simulated, hubs, toDo } = engines
  const { key } = run
  const curl = (path: string) => `  curl -H "Authorization: Bearer ${key}" "${baseUrl}${path}"`
  const image = simulated ? 'sim/ok' : 'nginx:alpine'
  const body = { gpu_type: 'H100', count: 1, region: 'eu', sovereignty: 'residency', carbon_aware: true, image }
  const containers = simulated
    ? `All ${hubs.length} hubs are SIMULATED: nothing really runs. Start Docker or Podman first for containers that do.`
    : (toDo ?? `Containers run on this machine, under ${run.engine}. GPUs that it does not have are an example.`)
  const reach = simulated
    ? 'Nothing listens at a simulated endpoint: the gateway says so.'
    : `Then: curl http://<endpoint>/ (the gateway at ${gatewayUrl} leads to the container)`
  return `
Compute is running at ${baseUrl}  (reference: ${baseUrl}/docs, metrics: ${metricsUrl})

  ${containers}
${run.link === undefined ? '' : `  Sign in (works once, for ten minutes): ${run.link}\n`}  API key of this demo, ${run.validity}: ${key}
  Without any key: ${baseUrl}/sandbox/

Try:

  curl -X POST ${baseUrl}/v1/compute/deploy -H "Authorization: Bearer ${key}" -H 'content-type: application/json' \\
    -d '${JSON.stringify(body)}'

  ${reach}

${curl('/v1/hubs')}

${curl('/v1/carbon/SE')}

Ctrl-C stops it.
`
}
