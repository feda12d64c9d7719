/** What is written on an object of ours: whose it is, and all of the order that is needed to recognise it. */
import { hash } from 'node:crypto'
import type { InstanceOrder } from '../engine.ts'

export const ownerLabel = 'service.owner'
export const companyLabel = 'service.company'
export const deploymentLabel = 'service.deployment'
export const attemptLabel = 'service.attempt'
export const instanceLabel = 'service.instance'
export const portLabel = 'service.port'
/** Of how many pods an instance of several nodes is. */
export const podsLabel = 'service.pods'

/**
 * Keeps a pod that somebody else deletes (an administrator, an eviction, a drain) until we have read how it ended, and one
 * whose node is silent until it is known to have ended.
 */
export const keptFinalizer = 'service.compute/kept'
export const fieldManager = 'service-compute'

export function labelsOf(
  owner: string,
  { name, deploymentId, companyId, attempt, port, nodes }: InstanceOrder,
): Record<string, string> {
  return {
    [ownerLabel]: owner,
    [instanceLabel]: name,
    [deploymentLabel]: deploymentId,
    [companyLabel]: companyId,
    [attemptLabel]: String(attempt),
    [portLabel]: port === null ? '' : String(port),
    [podsLabel]: String(nodes.length),
  }
}

/** Of a company: what others have in the cluster is never in it. */
export const namespaceOf = (owner: string, companyId: string): string =>
  `svc-${hash('sha256', `${owner}\n${companyId}`).slice(0, 20)}`

/** The pods of an instance are named as it is; those of several nodes are numbered. */
export const podNamesOf = ({ name, nodes }: Pick<InstanceOrder, 'name' | 'nodes'>): string[] =>
  nodes.length === 1 ? [name] : nodes.map((_, index) => `${name}-${index}`)
