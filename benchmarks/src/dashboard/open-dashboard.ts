/** A service of its own, a browser, and somebody who is signed in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildPages } from '../../../tools/pages.mjs'
import { simulatedHubs } from '../deploy/measured-compute.ts'
import type { Section } from '../harness/bench.ts'
import { startOwnService } from '../sandbox/own-service.ts'

/** As many as the example has, each with room for all. */
const exampleHubs = simulatedHubs(13)

export type Dashboard = {
  browser: Browser
  /** How many the service has. */
  hubs: number
  open(path: string): Promise<Page>
  /** A request with a key whose limits are never reached. */
  send<T>(method: string, path: string, body?: object): Promise<T>
}

export async function withDashboard(
  measure: (dashboard: Dashboard) => Promise<Section>,
  hubs: readonly object[] = exampleHubs,
): Promise<Section> {
  const chromium = findChromium()
  if (chromium === undefined) {
    return { title: 'The dashboard', figures: [], notes: ['Not measured: this machine has no Chromium.'] }
  }
  buildPages()
  const folder = mkdtempSync(join(tmpdir(), 'bench-dashboard-'))
  const hubsFile = join(folder, 'hubs.json')
  writeFileSync(hubsFile, JSON.stringify({ hubs }))
  const service = await startOwnService({ COMPUTE_LIVE_DEPLOYMENTS: '10000', COMPUTE_HUBS_FILE: hubsFile })
  const browser = await openBrowser(chromium)
  try {
    await service.whenHubsAreReady()
    const { administration, baseUrl } = service
    const limits = { requestsPerMinute: 1_000_000, monthlyQuota: 2_000_000_000 }
    const { id: companyId } = await administration.createCompany(by, { slug: 'bench', name: 'Benchmark', ...limits })
    const person = await newPerson(service, companyId)
    const scopes = ['deployments:read', 'deployments:write']
    const key = { companyId, createdBy: person.userId, name: 'Benchmark', scopes }
    const { secret } = await administration.createKey(by, key)
    const context = await signIn(browser, baseUrl, await sessionHeaders(service, person))
    return await measure({
      browser,
      hubs: hubs.length,
      async open(path) {
        const page = await context.newPage()
        await page.goto(`${baseUrl}/dashboard${path}`)
        return page
      },
      async send<T>(method: string, path: string, body?: object) {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers: { Authorization: `Bearer ${secret}`, ...(body && { 'Content-Type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
        return (await response.json()) as T
      },
    })
  } finally {
    await browser.close()
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(browser: Browser, url: string, { Cookie = '' }: Record<string, string>): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } })
  const [, value = ''] = /compute_session=([^;]+)/.exec(Cookie) ?? []
  await context.addCookies([{ name: 'compute_session', value, url }])
  return context
}

export type Deployed = { deployment_id: string; status: string; ended_at: string | null; running_at: string | null }

export async function deployMany({ send }: Pick<Dashboard, 'send'>, count: number): Promise<string[]> {
  const ids: string[] = []
  const one = async () => {
    const body = { gpu_type: 'H100', image: 'sim/ok', wait_seconds: 20 }
    ids.push((await send<Deployed>('POST', '/v1/compute/deploy', body)).deployment_id)
  }
  while (ids.length < count) await Promise.all(Array.from({ length: Math.min(10, count - ids.length) }, one))
  return ids
}

/** Runs in the page. */
const noting = `
  window.seen = {}
  const note = () => {
    for (const row of document.querySelectorAll('main tbody tr')) {
      const [, id] = /(dep_\\w+)/.exec(row.querySelector('a')?.getAttribute('href') ?? '') ?? []
      const status = row.querySelector('.state')?.textContent
      if (id && status) window.seen[id + ' ' + status] ??= Date.now()
    }
  }
  note()
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })`

/** Notes when each row of the list first shows each status, by the clock of the machine. */
export const noteStatuses = (page: Page): Promise<unknown> => page.evaluate(`{${noting}}`)

/** When the row first showed the status; waits until it does. */
export async function seenAt(page: Page, id: string, status: string): Promise<number> {
  for (;;) {
    const at = (await page.evaluate(`window.seen['${id} ${status}'] ?? null`)) as number | null
    if (at !== null) return at
    await sleep(50)
  }
}
