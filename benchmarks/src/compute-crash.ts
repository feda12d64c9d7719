/** What is left of deployments when the compute service is killed with -9, at every named step. */
import { type Step, steps } from '@service/compute-server/reconcile/steps.ts'
import { type Kill, killRounds } from './compute-crash/kill-rounds.ts'
import { openKubernetesWorld, openPodmanWorld, openSimulatedWorld, type World } from './compute-crash/worlds.ts'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { sampleSize } from './harness/options.ts'

const openers = { podman: openPodmanWorld, kubernetes: openKubernetesWorld, simulated: openSimulatedWorld }

export const bench: Bench = {
  name: 'compute-crash',
  summary:
    'Kills at every step of a deployment: instances lost, run twice or billed wrongly, and how soon all is well.',
  parts: [...Object.keys(openers), ...steps],
  async *run({ only, ...options }): AsyncIterable<Section> {
    const killsPerStep = sampleSize(options, { byDefault: 8, full: 30 })
    const wanted = (names: readonly string[]) => names.filter((name) => only?.includes(name))
    const worlds = wanted(Object.keys(openers)).length > 0 ? wanted(Object.keys(openers)) : Object.keys(openers)
    const chosen = wanted(steps).length > 0 ? steps.filter((step) => only?.includes(step)) : steps
    for (const name of worlds) {
      const world = await openers[name as keyof typeof openers]()
      if (typeof world === 'string') yield { title: name, figures: [], notes: [`Not measured: ${world}.`] }
      else yield await killIn(world, chosen, killsPerStep)
    }
  },
}

async function killIn(world: World, chosen: readonly Step[], killsPerStep: number): Promise<Section> {
  const kills: Kill[] = []
  try {
    for await (const kill of killRounds(world, chosen, killsPerStep)) kills.push(kill)
  } finally {
    await world.close()
  }
  const title = `${kills.length} kills, ${world.live} deployments live, ${world.name}, PostgreSQL`
  const figuresOf = (group: string, among: readonly Kill[]): Figure[] => {
    const n = among.length
    const sum = (of: (kill: Kill) => number) => among.reduce((total, kill) => total + of(kill), 0)
    const most = (of: (kill: Kill) => number) => Math.max(...among.map(of))
    return [
      { name: 'ended by the kill', group, value: sum(({ ended }) => ended), unit: 'count', n },
      { name: 'lost', group, value: sum(({ lost }) => lost), unit: 'count', n },
      { name: 'running twice or unasked', group, value: sum(({ extra }) => extra), unit: 'count', n },
      { name: 'GPUs miscounted', group, value: sum(({ miscounted }) => miscounted), unit: 'count', n },
      {
        name: 'slowest to be well after readiness',
        group,
        value: most(({ settledMs }) => settledMs) / 1_000,
        unit: 's',
        n,
      },
      { name: 'metered runs off by', group, value: most(({ meter }) => meter.errorMs) / 1_000, unit: 's', n },
      { name: 'meter behind by', group, value: most(({ meter }) => meter.lagMs) / 1_000, unit: 's', n },
      { name: 'runs counted twice', group, value: sum(({ meter }) => meter.overlaps), unit: 'count', n },
    ]
  }
  const byStep = chosen.flatMap((step) =>
    figuresOf(
      `${world.name}, ${step}`,
      kills.filter((kill) => kill.step === step),
    ).filter(({ name }) => name === 'slowest to be well after readiness' || name === 'lost'),
  )
  return {
    title,
    figures: [...figuresOf(world.name, kills), ...byStep],
    notes: [
      'Bounds: 0 ended, lost, twice or miscounted; well within 5 s; the meter behind by one heartbeat of 30 s at most.',
    ],
  }
}
