/** Deployments as agents are offered them. What a registry or a container says stands in `message`. */
import type { Tool } from '@service/foundation/mcp/mcp.ts'
import type { DeploymentResponse, DeploymentSummary, EventResponse } from './responses.ts'

const untrusted = ['message']
const deploymentId = 'The id, such as dep_01kd….'
const limit = { description: 'How many at most.', default: 20, maximum: 100 }
const waitSeconds = { description: 'How long to wait for it to end.', default: 20, maximum: 60 }

export const listDeploymentsTool: Tool = {
  name: 'list_deployments',
  title: 'List deployments',
  description: 'Lists the deployments of the company, newest first, with status, hub, price and endpoint.',
  effect: 'reads',
  takes: { limit, cursor: true },
  untrusted,
  says: ({ deployments, next_cursor: next }: { deployments: DeploymentSummary[]; next_cursor: string | null }) => {
    if (deployments.length === 0) return 'There are no deployments.'
    const counts = countsOf(deployments.map(({ status }) => status))
    return `${deployments.length} deployments: ${counts}.${next === null ? '' : ' There are more.'}`
  },
}

export const getDeploymentTool: Tool = {
  name: 'get_deployment',
  title: 'Get a deployment',
  description: 'Tells the state of a deployment, why it is in it, where it runs and why there.',
  effect: 'reads',
  takes: { deployment_id: deploymentId },
  untrusted,
  says: deploymentInWords,
}

export const listEventsTool: Tool = {
  name: 'list_events',
  title: 'List events of a deployment',
  description: 'Lists what happened to a deployment, newest first, with causes.',
  effect: 'reads',
  takes: { deployment_id: deploymentId, limit, cursor: true },
  untrusted,
  says: ({ events: [latest, ...earlier] }: { events: EventResponse[] }) =>
    latest
      ? `${earlier.length + 1} events; the latest is ${latest.type} at ${latest.at}.`
      : 'Nothing has happened yet.',
}

export const stopDeploymentTool: Tool = {
  name: 'stop',
  title: 'Stop a deployment',
  description: 'Stops a deployment. Its container ends; its record, logs and usage stay.',
  effect: 'ends',
  repeatable: true,
  takes: { deployment_id: deploymentId, wait_seconds: waitSeconds },
  untrusted,
  says: deploymentInWords,
}

export const deleteDeploymentTool: Tool = {
  name: 'delete',
  title: 'Delete a deployment',
  description: 'Stops a deployment if it is alive and removes it for good. Its usage is kept.',
  effect: 'ends',
  repeatable: true,
  takes: { deployment_id: deploymentId, wait_seconds: waitSeconds },
  untrusted,
  says: ({ status }: DeploymentResponse) => `It is ${status} and not yet deleted: delete it again later.`,
}

export function deploymentInWords(deployment: DeploymentResponse): string {
  const { deployment_id: id, status, reason, hub, country, gpu_type: type, count, placement } = deployment
  const { price_usd_per_gpu_hour: price, start_at: startAt, endpoint, simulated } = deployment
  const where = hub === null ? '' : ` at ${hub} (${country})`
  const sentences = [`${id} is ${status}${where}${reason === null ? '' : `: ${reason}`}.`]
  sentences.push(`It asks for ${count} × ${type}${price === null ? '' : ` at ${price} USD per GPU-hour`}.`)
  if (startAt !== null) sentences.push(`Its start is considered next at ${startAt}.`)
  if (status === 'running') sentences.push(`It responds at ${endpoint}.`)
  if (placement) {
    const { hubs, fitting, refused } = placement
    const causes = Object.entries(refused).flatMap(([cause, count]) => (count > 0 ? [`${count} ${cause}`] : []))
    const others = causes.length > 0 ? `; refused: ${causes.join(', ')}` : ''
    sentences.push(`When it was placed, ${fitting} of ${hubs} hubs could take it${others}.`)
  }
  if (simulated) sentences.push('It is simulated: nothing really runs.')
  return sentences.join(' ')
}

function countsOf(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}
