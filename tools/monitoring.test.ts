/** The alert rules and the dashboard of docs/production, in a real Prometheus that scrapes both services. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { runService as runCompute } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { runService as runReputation } from '@service/reputation-testing/running-service.ts'
import { describe, expect, test } from 'vitest'
import { root } from './repository.ts'

const folder = join(root, 'docs/production')
const [prometheus, promtool] = ['prometheus', 'promtool'].map(found)

/** Of `PROMETHEUS_PATH`, or of the path. */
function found(name: string): string | undefined {
  const { PROMETHEUS_PATH = '', PATH = '', CI } = process.env
  const places = [PROMETHEUS_PATH, ...PATH.split(delimiter)].filter(Boolean).map((place) => join(place, name))
  const place = places.find((one) => existsSync(one))
  if (!place && CI === 'true') throw new Error(`CI tests the alert rules, and ${name} was not found.`)
  if (!place) console.log(`No ${name} found: alert rules are not tested. Debian has it in the package prometheus.`)
  return place
}

type Panel = { title: string; targets?: { expr: string }[] }
const panels = (): Panel[] => JSON.parse(readFileSync(join(folder, 'grafana.json'), 'utf8')).panels

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe.runIf(prometheus && promtool)('in a real Prometheus', () => {
  const world = beforeTests(
    async () => {
      const [reputation, compute] = await Promise.all([runReputation(fastestEngine), runCompute(fastestEngine)])
      const data = mkdtempSync(join(tmpdir(), 'prometheus-'))
      const targetOf = (url: string) => new URL(url).host
      const jobs = { reputation: targetOf(reputation.metricsUrl), compute: targetOf(compute.metricsUrl) }
      const config = {
        global: { scrape_interval: '250ms', scrape_timeout: '250ms', evaluation_interval: '250ms' },
        rule_files: [join(folder, 'alerts.yaml')],
        scrape_configs: Object.entries(jobs).map(([job_name, target]) => ({
          job_name,
          static_configs: [{ targets: [target] }],
        })),
      }
      const file = join(data, 'prometheus.yml')
      writeFileSync(file, JSON.stringify(config)) // which is YAML too
      const url = `http://127.0.0.1:${await freePort()}`
      const options = [
        `--config.file=${file}`,
        `--storage.tsdb.path=${data}/tsdb`,
        `--web.listen-address=${url.slice(7)}`,
      ]
      const running = spawn(prometheus ?? '', options, { stdio: 'ignore' })
      const ask = async <T>(path: string): Promise<T> => {
        const response = await fetch(`${url}/api/v1/${path}`)
        const body = (await response.json()) as { status: string; data: T; error?: string }
        expect(body.error, path).toBeUndefined()
        return body.data
      }
      return {
        ask,
        file,
        compute,
        async close() {
          running.kill()
          await once(running, 'exit')
          await Promise.all([reputation.stop(), compute.stop()])
          rmSync(data, { recursive: true, force: true })
        },
      }
    },
    (opened) => opened.close(),
  )

  test('both services are scraped, and every rule is valid and evaluated', async () => {
    const { stdout } = await promisify(execFile)(promtool ?? '', ['check', 'config', world.file])
    expect(stdout).toMatch(/SUCCESS: \d+ rules found/)
    type Target = { health: string; lastError: string }
    const up = async () =>
      (await world.ask<{ activeTargets: Target[] }>('targets').catch(() => undefined))?.activeTargets
    await expect.poll(async () => (await up())?.map(({ health }) => health)).toEqual(['up', 'up'])
    type Rules = { groups: { rules: { name: string; health: string; lastError?: string }[] }[] }
    const rules = async () => (await world.ask<Rules>('rules')).groups.flatMap((group) => group.rules)
    await expect.poll(async () => new Set((await rules()).map(({ health }) => health))).toEqual(new Set(['ok']))
  })

  test('every panel of the dashboard asks for metrics that exist', async () => {
    const known = Object.keys(await world.ask<Record<string, unknown>>('metadata'))
    const asked = panels().flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
    expect(asked.length).toBeGreaterThan(15)
    for (const { title, expr } of asked) {
      await world.ask(`query?query=${encodeURIComponent(expr)}`)
      for (const [name] of expr.matchAll(/\b(?:compute|reputation)_\w+/g)) {
        expect(known, title).toContain(
          name.replace(/_(?:bucket|count|sum)$/, (end) => (known.includes(name) ? end : '')),
        )
      }
    }
  })

  test('a service that ends is noticed', async () => {
    await world.compute.stop()
    type Alerts = { alerts: { labels: { alertname: string; job: string }; state: string }[] }
    const down = async () => {
      const { alerts } = await world.ask<Alerts>('alerts')
      return alerts.filter(({ labels }) => labels.alertname === 'ServiceDown').map(({ labels }) => labels.job)
    }
    await expect.poll(down).toEqual(['compute'])
  })
})
