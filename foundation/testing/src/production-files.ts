/** The files of `docs/production/`, as an operator takes them over. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../docs/production/${name}`, import.meta.url)), 'utf8')

/** The settings of an example, with its placeholders filled in. */
export function exampleSettings(name: string): Record<string, string> {
  const lines = read(name).split('\n')
  const settings = lines.flatMap((line) => [...line.matchAll(/^([A-Z_]+)=(.*)$/g)])
  return Object.fromEntries(
    settings.map(([, setting, value]) => [setting, value!.replace('KEY', Buffer.alloc(32).toString('base64'))]),
  )
}

/** Every metric of a service that the alert rules name is one that the service has. */
export async function expectKnownMetrics(prefix: string, metricsUrl: string): Promise<void> {
  const exposed = await (await fetch(metricsUrl)).text()
  const types = [...exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  const known = types.flatMap(([, name, type]) => (type === 'histogram' ? series.map((end) => `${name}_${end}`) : name))
  const rules = read('alerts.yaml').replaceAll(/summary: .*/g, '')
  const named = [...new Set(rules.match(new RegExp(`\\b${prefix}_\\w+`, 'g')))]
  expect(named.length).toBeGreaterThan(4)
  for (const name of named) expect(known, 'the alert rules name it').toContain(name)
}

const series = ['bucket', 'count', 'sum'] as const
