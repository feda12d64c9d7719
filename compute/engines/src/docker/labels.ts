/** What is written on a container of ours: whose it is, and all of the order that is needed to recognise it. */
import type { Instance, InstanceOrder } from '../engine.ts'
import type { Fields } from '../fields.ts'

export const ownerLabel = 'service.owner'
const deploymentLabel = 'service.deployment'
export const companyLabel = 'service.company'
const attemptLabel = 'service.attempt'
const portLabel = 'service.port'
const devicesLabel = 'service.gpus'

export type Labels = Pick<Instance, 'deploymentId' | 'companyId' | 'attempt'> & {
  port: number | null
  /** Ids of the GPUs that it holds. */
  devices: readonly string[]
}

export function labelsOf(
  owner: string,
  { deploymentId, companyId, attempt }: InstanceOrder,
  { port, devices }: Pick<Labels, 'port' | 'devices'>,
): Record<string, string> {
  return {
    [ownerLabel]: owner,
    [deploymentLabel]: deploymentId,
    [companyLabel]: companyId,
    [attemptLabel]: String(attempt),
    [portLabel]: port === null ? '' : String(port),
    [devicesLabel]: devices.join(','),
  }
}

/** Undefined for a container that is not ours. */
export function readLabels(owner: string, labels: Fields): Labels | undefined {
  if (labels.textIfAny(ownerLabel) !== owner) return undefined
  const [port, devices] = [labels.textIfAny(portLabel), labels.textIfAny(devicesLabel)]
  return {
    deploymentId: labels.text(deploymentLabel),
    companyId: labels.text(companyLabel),
    attempt: Number(labels.text(attemptLabel)),
    port: port ? Number(port) : null,
    devices: devices ? devices.split(',') : [],
  }
}
