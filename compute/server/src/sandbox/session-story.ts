/**
 * What happened in a session, in words and in its order: what was asked for and moved by hand beside what followed from it,
 * each with the file that decides it.
 */
import type { DeploymentEvent } from '../events/model/event.ts'
import type { Row } from './session-rows.ts'

export type StoryEntry = {
  number: number
  at: Date
  kind: 'deployment' | 'hub' | 'clock' | 'hours' | 'grid'
  deploymentId: string | null
  status: string | null
  hub: string | null
  text: string
  code: string | null
}

const maxEntries = 500

export class SessionStory {
  #entries: StoryEntry[] = []
  #last = 0

  tell(at: Date, entry: Pick<StoryEntry, 'kind' | 'text'> & Partial<StoryEntry>): void {
    this.#last += 1
    this.#entries.push({ deploymentId: null, status: null, hub: null, code: null, ...entry, number: this.#last, at })
    if (this.#entries.length > maxEntries) this.#entries = this.#entries.slice(-maxEntries)
  }

  /** Oldest first, those after this number. */
  after(number: number): StoryEntry[] {
    return this.#entries.filter((entry) => entry.number > number)
  }

  happened(events: readonly DeploymentEvent[], rowOf: (id: string) => Row | undefined): void {
    for (const event of events) {
      const row = event.deploymentId === null ? undefined : rowOf(event.deploymentId)
      if (!row) continue
      const [text, code] = wordsOf(event, row)
      const { status, deploymentId, hubId: hub } = event
      this.tell(event.at, { kind: 'deployment', deploymentId, status: status ?? event.type, hub, text, code })
    }
  }
}

const [placing, starting, running, deciding, planning] = [
  'compute/domain/src/placement/placement.ts',
  'compute/domain/src/deployments/decide-start.ts',
  'compute/domain/src/deployments/decide-running.ts',
  'compute/domain/src/deployments/decide.ts',
  'compute/domain/src/carbon/plan-start.ts',
] as const

function wordsOf({ type, reason, message, hubId, attempt }: DeploymentEvent, row: Row): readonly [string, string] {
  const why = message ?? (reason ? `Reason: ${reason}.` : '')
  switch (type) {
    case 'scheduled':
      return [`Waits for a cleaner hour, until ${shown(row.startAt)} at first.`, planning]
    case 'provisioning':
      return [`${hubId} was chosen: ${choiceOf(row)}. The image is pulled and the container started.`, placing]
    case 'attempt_begun':
      return [`Attempt ${attempt} begins at ${hubId}: ${choiceOf(row)}.`, placing]
    case 'attempt_left':
      return [`${hubId} is left, and another hub is looked for. ${why}`.trim(), starting]
    case 'running':
      return [`Runs at ${hubId}. The meter counts from the start of the container.`, starting]
    case 'degraded':
      return [`Runs at ${hubId}, and something is wrong. ${why}`.trim(), running]
    case 'failing_over':
      return [
        `Fails over: ${hubId} is given up, and another hub is looked for. Id and endpoint stay. ${why}`.trim(),
        running,
      ]
    case 'stopping':
      return [`Is being stopped. ${why}`.trim(), deciding]
    case 'stopped':
      return [`Has stopped. ${why}`.trim(), deciding]
    case 'failed':
      return [`Has failed. ${why}`.trim(), row.runningAt ? running : starting]
    default:
      return [`${type}. ${why}`.trim(), deciding]
  }
}

function choiceOf({ placement, spec }: Row): string {
  if (!placement) return 'the one that fits'
  const least = spec.carbonAware ? 'the least carbon' : 'the best price'
  return `${placement.fitting} of ${placement.hubs} hubs fit, and it has ${least}`
}

const shown = (at: Date | null): string => (at ? `${at.toISOString().slice(11, 16)} UTC` : 'later')
