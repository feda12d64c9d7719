/** What stands in the address of the list of deployments. A bad value falls back. */
import { type Status, statuses } from './status.tsx'

export const groups = {
  alive: ['scheduled', 'provisioning', 'running', 'degraded', 'failing_over', 'stopping'],
  up: ['running', 'degraded'],
  ended: ['stopped', 'failed'],
} as const satisfies Record<string, readonly Status[]>

export type StatusFilter = keyof typeof groups | Status

export type ListSearch = { status?: StatusFilter; hub?: string; label?: string; text?: string }

export const isStatusFilter = (value: unknown): value is StatusFilter =>
  (typeof value === 'string' && value in groups) || statuses.some(({ status }) => status === value)

export const statusesOf = (filter: StatusFilter): readonly Status[] =>
  filter in groups ? groups[filter as keyof typeof groups] : [filter as Status]

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, 200) : undefined

export function listSearchOf({ status, hub, label, text }: Record<string, unknown>): ListSearch {
  const [hubId, labelText, words] = [word(hub), word(label), word(text)]
  return {
    ...(isStatusFilter(status) && { status }),
    ...(hubId !== undefined && { hub: hubId }),
    ...(labelText !== undefined && { label: labelText }),
    ...(words !== undefined && { text: words }),
  }
}

export type DomainsSearch = { deployment?: string; domain?: string }

/** `domain` is the one whose records are shown. */
export function domainsSearchOf({ deployment, domain }: Record<string, unknown>): DomainsSearch {
  const [id, name] = [word(deployment), word(domain)]
  return { ...(id !== undefined && { deployment: id }), ...(name !== undefined && { domain: name }) }
}

/** Lengths of a step in seconds, of which a chart shows sixty. */
export const spans = ['60', '360', '1440', '4320'] as const
export type Span = (typeof spans)[number]

export type DeploymentSearch = { find?: string; span?: Span }

export function deploymentSearchOf({ find, span }: Record<string, unknown>): DeploymentSearch {
  const known = spans.find((one) => one === String(span))
  return {
    ...(typeof find === 'string' && find !== '' && { find: find.slice(0, 200) }),
    ...(known !== undefined && { span: known }),
  }
}

export const tabs = ['events', 'logs', 'metrics', 'placement'] as const
export type Tab = (typeof tabs)[number]
