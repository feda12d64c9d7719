/** What can be made to go wrong in a session by hand, and how it is mended again. */
import { Problem } from '@service/foundation/problem.ts'
import type { Session } from './session.ts'

export const faultKinds = ['hub-lost', 'hub-full', 'slow-pull', 'crash', 'hours-gone', 'dirty-hour'] as const
export type FaultKind = (typeof faultKinds)[number]

export type Fault = { kind: FaultKind; hub?: string | undefined; deploymentId?: string | undefined }

/** How long a pull takes at a hub that is slow. */
const slowPullMs = 90_000

const health = 'compute/domain/src/hubs/health.ts'
const words: Readonly<Record<FaultKind, (of: string) => readonly [text: string, code: string]>> = {
  'hub-lost': (hub) => [`${hub} was cut off by hand. What runs there runs on, unseen.`, health],
  'hub-full': (hub) => [`${hub} was filled by hand: no GPU is free there.`, 'compute/domain/src/placement/eligible.ts'],
  'slow-pull': (hub) => [
    `${hub} was slowed by hand: an image takes 90 s there.`,
    'compute/domain/src/deployments/decide-start.ts',
  ],
  crash: (id) => [`The container of ${id} was made to crash.`, 'compute/domain/src/deployments/crash-loop.ts'],
  'hours-gone': () => ['The GPU-hours of the month were used up by hand.', 'compute/domain/src/metering/gpu-hours.ts'],
  'dirty-hour': (hub) => [
    `The grid of ${hub} emits three times as much for this hour.`,
    'compute/domain/src/carbon/plan-start.ts',
  ],
}

/** Throws a `Problem` where there is no such hub, or nothing runs. */
export async function throwFault(session: Session, fault: Fault): Promise<void> {
  const { kind } = fault
  const of = kind === 'crash' ? runningIn(session, fault) : kind === 'hours-gone' ? '' : hubIn(session, fault)
  const { hubs, meter, grid, work, story, clock } = session
  const [text, code] = words[kind](of)
  const hub = kind === 'crash' || kind === 'hours-gone' ? null : of
  const about =
    kind === 'hours-gone' ? 'hours' : kind === 'dirty-hour' ? 'grid' : kind === 'crash' ? 'deployment' : 'hub'
  story.tell(clock.now(), { kind: about, hub, deploymentId: kind === 'crash' ? of : null, text, code })
  switch (kind) {
    case 'hub-lost':
      hubs.setCondition(of, { unreachable: true })
      break
    case 'hub-full':
      hubs.setCrowded(of, true, work.allocations())
      break
    case 'slow-pull':
      hubs.setCondition(of, { pullMs: slowPullMs })
      break
    case 'crash':
      await hubs.crash(session.rows.find(of).allocations.at(-1)!)
      work.changed(of)
      break
    case 'hours-gone':
      meter.advance()
      meter.setGone(true)
      break
    case 'dirty-hour':
      grid.soil(session.hubs.fleet.hub(of)!.zone)
      break
  }
  await session.changed()
}

/** All is well again: hubs come back by themselves, and what has been decided meanwhile stays. */
export async function mendFaults(session: Session): Promise<void> {
  const { hubs, meter, grid, work, story, clock } = session
  hubs.mend()
  for (const { hub } of hubs.read()) if (hubs.isCrowded(hub.id)) hubs.setCrowded(hub.id, false, work.allocations())
  if (meter.isGone) meter.setGone(false)
  grid.clean()
  story.tell(clock.now(), { kind: 'hub', text: 'All faults were ended by hand.' })
  await session.changed()
}

function hubIn({ hubs }: Session, { hub }: Fault): string {
  if (hub === undefined) throw new Problem('invalid-request', 'body.hub is needed for this fault.')
  if (!hubs.has(hub)) throw new Problem('not-found', 'Hub not found. GET /sandbox/v1/hubs lists all hubs.')
  return hub
}

function runningIn({ rows }: Session, { deploymentId }: Fault): string {
  if (deploymentId === undefined) throw new Problem('invalid-request', 'body.deployment_id is needed for this fault.')
  const { id, status } = rows.find(deploymentId)
  if (status === 'running' || status === 'degraded') return id
  throw new Problem('conflict', `The deployment is ${status}: only what runs can crash.`)
}
