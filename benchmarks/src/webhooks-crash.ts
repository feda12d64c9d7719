/** What is left of webhook deliveries when the process is killed with -9, at every named step, on every engine. */
import type { DeliveryStep } from '@service/foundation/webhooks/model/delivery.ts'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { sampleSize } from './harness/options.ts'
import { type Kill, killRounds, settings } from './webhooks/crash/kill-rounds.ts'
import { type Engine, findEngines } from './webhooks/databases.ts'

const steps: DeliveryStep[] = ['event written', 'delivery made', 'claimed', 'posted', 'before record', 'after record']

export const bench: Bench = {
  name: 'webhooks-crash',
  summary: 'Kills at every step of a delivery: events lost, delivered twice, and how soon the rest goes on.',
  parts: steps.map((step) => step.replaceAll(' ', '-')),
  async *run({ only, ...options }): AsyncIterable<Section> {
    const kills = sampleSize(options, { byDefault: 17, full: 100 })
    const engines = await findEngines()
    try {
      for (const engine of engines) {
        for (const step of steps) {
          if (!only || only.includes(step.replaceAll(' ', '-'))) yield await killAt(engine, step, kills)
        }
      }
    } finally {
      for (const engine of engines) await engine.remove()
    }
  },
}

async function killAt(engine: Engine, step: DeliveryStep, count: number): Promise<Section> {
  const kills: Kill[] = []
  for await (const kill of killRounds(engine, step, count)) kills.push(kill)
  const group = `${engine.name}, ${step}`
  const sum = (of: (kill: Kill) => number) => kills.reduce((total, kill) => total + of(kill), 0)
  const most = (of: (kill: Kill) => number) => Math.max(...kills.map(of))
  const figures: Figure[] = [
    {
      name: 'events lost',
      group,
      value: sum(({ lost }) => lost),
      unit: 'count',
      n: sum(({ acknowledged }) => acknowledged),
    },
    {
      name: 'most duplicates of one kill',
      group,
      value: most(({ duplicates }) => duplicates),
      unit: 'count',
      n: count,
    },
    { name: 'slowest to go on', group, value: most(({ resumedMs }) => resumedMs) / 1_000, unit: 's', n: count },
  ]
  return {
    title: `${count} kills at "${step}", ${engine.name}`,
    figures,
    notes: [
      // As many again as are under way may have been answered and wait to be recorded.
      `Bounds: 0 lost, ${2 * settings.inFlight} duplicates (deliveries in flight), ${settings.leaseMs / 1_000 + 1} s (lease + 1 s).`,
    ],
  }
}
