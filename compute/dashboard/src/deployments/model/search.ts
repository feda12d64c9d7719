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

export const tabs = ['events', 'logs', 'metrics', 'placement'] as const
export type Tab = (typeof tabs)[number]
