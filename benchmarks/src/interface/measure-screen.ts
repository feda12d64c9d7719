/**
 * One screen as somebody sees it whose browser keeps nothing of it yet, on 1.6 Mbit/s with 150 ms there and back and a quarter of the processor. It
 * can be used once its heading is there and nothing is loading any more. Interactions and shifts are those that the browser
 * reports (Event Timing, Layout Instability).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Figure, Section } from '../harness/bench.ts'
import { median } from '../harness/intervals.ts'
import type { OpenDemo } from './open-demo.ts'
import type { Screen } from './screens.ts'

const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4
/** Nothing follows once it has been quiet for so long: slower than a response on this line. */
const quietMs = 800

/** Runs in the page, before anything of it. */
const noting = `
  window.noted = { usableAt: null, worst: 0, worstOf: '', shifted: 0 }
  const watch = () => {
    const isUsable = document.querySelector('main h1') !== null && document.querySelector('main .loading') === null
    if (!isUsable) noted.usableAt = null
    else noted.usableAt ??= performance.now()
    requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries())
      if (interactionId > 0 && duration > noted.worst) [noted.worst, noted.worstOf] = [duration, name]
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) noted.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })`

type Noted = { usableAt: number | null; worst: number; worstOf: string; shifted: number }

export async function measureScreen(demo: OpenDemo, part: string, screen: Screen, rounds: number): Promise<Section> {
  const seen: Noted[] = []
  for (let round = 0; round < rounds; round++) seen.push(await once(demo, screen))
  const figure = (name: string, of: (noted: Noted) => number, unit?: 'ms' | 's'): Figure => ({
    group: part,
    name,
    value: median(seen.map(of)),
    n: rounds,
    ...(unit && { unit }),
  })
  const worst = seen.reduce((one, other) => (other.worst > one.worst ? other : one))
  return {
    title: `The screen ${part}`,
    figures: [
      figure('usable', ({ usableAt }) => (usableAt ?? Number.NaN) / 1_000, 's'),
      figure('worst interaction', (noted) => noted.worst, 'ms'),
      figure('layout shift', ({ shifted }) => shifted),
    ],
    notes: [`The slowest of all interactions was ${worst.worstOf}, ${worst.worst} ms.`],
  }
}

async function once({ browser, baseUrl, signedIn }: OpenDemo, { path, act }: Screen): Promise<Noted> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, storageState: signedIn })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', line)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(noting)
    await page.goto(`${baseUrl}/admin${path}`)
    await settled(page)
    const { usableAt } = await note(page)
    await act(page)
    await settled(page)
    return { ...(await note(page)), usableAt }
  } finally {
    await context.close()
  }
}

const note = (page: Page) => page.evaluate('noted') as Promise<Noted>

/** Until the page has been usable for a while. */
async function settled(page: Page): Promise<void> {
  for (;;) {
    const wait = (await page.evaluate(
      `noted.usableAt === null ? ${quietMs} : noted.usableAt + ${quietMs} - performance.now()`,
    )) as number
    if (wait <= 0) return
    await sleep(wait)
  }
}
