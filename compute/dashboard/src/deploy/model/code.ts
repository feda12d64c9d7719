/** The request as a program or a person at a shell would make it. */
import type { DeployRequest } from './form.ts'

export type Language = 'curl' | 'svc' | 'typescript' | 'python' | 'go' | 'rust'

export const languages: readonly { value: Language; label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'svc', label: 'svc' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
  { value: 'rust', label: 'Rust' },
]

export const codeOf = (language: Language, request: DeployRequest, baseUrl: string): string =>
  writers[language](request, baseUrl)

const writers: Record<Language, (request: DeployRequest, baseUrl: string) => string> = {
  curl: (request, baseUrl) =>
    [
      `curl -X POST ${baseUrl}/v1/compute/deploy \\`,
      '  -H \'Authorization: Bearer \'"$SERVICE_API_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d ${shell(JSON.stringify(request, null, 2))}`,
    ].join('\n'),

  svc(request) {
    const { gpu_type: gpu, count = 1, region, labels, command = [], args = [] } = request
    const options = [
      ['--gpu', gpu],
      ['--count', count === 1 ? undefined : count],
      ['--region', Array.isArray(region) ? region.join(',') : region],
      ['--sovereignty', request.sovereignty],
      ['--name', request.name],
      ['--port', request.port],
      ['--health-path', request.health_path],
      ['--access', request.access],
      ['--cpu', request.cpu],
      ['--memory', request.memory_gb],
      ['--disk', request.disk_gb],
      ['--duration', hours(request.duration_hours)],
      ['--max-lifetime', hours(request.max_lifetime_hours)],
      ['--max-delay', hours(request.max_delay_hours)],
      ['--max-price', request.max_price_usd],
    ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${shell(String(value))}`]))
    const words = [
      `svc deploy ${shell(request.image)}`,
      ...options,
      ...args.map((word) => `--arg ${shell(word)}`),
      ...(request.carbon_aware ? ['--carbon-aware'] : []),
      ...(command.length > 0 ? [`-- ${command.map(shell).join(' ')}`] : []),
    ]
    return `${labels ? '# labels are set by a file: svc deploy -f\n' : ''}${words.join(' \\\n  ')}`
  },

  typescript: (request) =>
    `import { Compute } from '@service/client'

const compute = new Compute() // SERVICE_API_KEY and SERVICE_BASE_URL
const deployment = await compute.deployAndWait(${literal(renamed(request, camel))})
console.log(deployment.endpoint)`,

  python: (request) =>
    `from service_client import Compute

compute = Compute()  # SERVICE_API_KEY and SERVICE_BASE_URL
deployment = compute.deploy_and_wait(
${Object.entries(request)
  .map(([name, value]) => `    ${name}=${python(value)},`)
  .join('\n')}
)
print(deployment.endpoint)`,

  go: (request) => `client, err := compute.New() // SERVICE_API_KEY and SERVICE_BASE_URL
if err != nil {
	log.Fatal(err)
}
deployment, err := client.DeployAndWait(context.Background(), compute.DeployRequest{
${Object.entries(request)
  .map(([name, value]) => `\t${goName(name)}: ${goValue(name, value)},`)
  .join('\n')}
})
if err != nil {
	log.Fatal(err)
}
fmt.Println(deployment.Endpoint)`,

  rust({ gpu_type: gpu, image, ...rest }) {
    const calls = Object.entries(rest).map(([name, value]) => `    .${name}(${rustValue(name, value)})`)
    return `let compute = Compute::from_env()?; // SERVICE_API_KEY and SERVICE_BASE_URL
let request = DeployRequest::new(${text(gpu)}, ${text(image)})${calls.length > 0 ? `\n${calls.join('\n')}` : ''};
let deployment = compute.deploy_and_wait(&request).await?;
println!("{}", deployment.endpoint);`
  },
}

const text = (value: unknown): string => JSON.stringify(value)

/** In single quotes nothing has a meaning but the quote itself. */
const shell = (value: string): string => (/^[\w./:@,=-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`)

const hours = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}h`)

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const renamed = (request: DeployRequest, rename: (name: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(request).map(([name, value]) => [rename(name), value]))

const literal = (value: Record<string, unknown>): string =>
  `{\n${Object.entries(value)
    .map(([name, one]) => `  ${name}: ${text(one)},`)
    .join('\n')}\n}`

const python = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : text(value).replaceAll('","', '", "')

const goNames: Record<string, string> = {
  gpu_type: 'GPUType',
  max_price_usd: 'MaxPriceUSD',
  cpu: 'CPU',
  memory_gb: 'MemoryGB',
  disk_gb: 'DiskGB',
}
const goName = (name: string): string => goNames[name] ?? camel(`_${name}`)

function goValue(name: string, value: unknown): string {
  if (name === 'region') return goList(Array.isArray(value) ? value : [value])
  if (name === 'carbon_aware' || name === 'max_delay_hours')
    return `compute.Ptr(${typeof value === 'number' ? `float64(${value})` : text(value)})`
  if (Array.isArray(value)) return goList(value)
  if (typeof value !== 'object' || value === null) return text(value)
  return `map[string]string{${Object.entries(value)
    .map(([key, one]) => `${text(key)}: ${text(one)}`)
    .join(', ')}}`
}

const goList = (values: readonly unknown[]): string => `[]string{${values.map(text).join(', ')}}`

function rustValue(name: string, value: unknown): string {
  if (name === 'sovereignty') return `SovereigntyLevel::${camel(`_${String(value)}`)}`
  if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`
  if (typeof value === 'number' && /hours|price|cpu|_gb/.test(name) && Number.isInteger(value)) return `${value}.0`
  if (typeof value !== 'object' || value === null) return text(value)
  return `[${Object.entries(value)
    .map(([key, one]) => `(${text(key)}, ${text(one)})`)
    .join(', ')}]`
}
