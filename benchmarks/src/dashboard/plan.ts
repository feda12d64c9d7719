/** From the last key stroke in the form until its plan is drawn, of which 150 ms are the pause for typing. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Section } from '../harness/bench.ts'
import { percentile } from '../harness/intervals.ts'
import type { Dashboard } from './open-dashboard.ts'

const strokes = 60
const pauseMs = 150

export async function plan({ open, hubs }: Dashboard): Promise<Section> {
  const page = await open('/deploy')
  await page.locator('.deploy-outcome:not([data-old])').waitFor()
  const field = page.getByLabel('Hours', { exact: false }).first()
  await field.fill('1')
  await fresh(page)
  await notePlans(page)
  const took: Took[] = []
  for (let i = 0; i < strokes; i++) {
    await field.selectText()
    // Never the same twice: a plan that was asked for before is there at once.
    await field.pressSequentially(String(101 + i), { delay: 40 })
    took.push(await drawnAfter(page))
  }
  const figures = (name: string, of: (one: Took) => number) =>
    [50, 95].map((share) => ({
      name: `${name}, p${share}`,
      value: percentile(took.map(of), share),
      unit: 'ms',
      n: strokes,
    }))
  return {
    title: `The plan behind the form, ${strokes} key strokes, ${hubs} hubs`,
    figures: [
      ...figures('plan after the last key stroke', ({ allMs }) => allMs),
      ...figures('of which the service', ({ serviceMs }) => serviceMs),
      ...figures('of which the page, without the pause', ({ allMs, serviceMs }) => allMs - serviceMs - pauseMs),
    ],
  }
}

/** From the stroke until it is drawn; from the request until the end of its response. */
type Took = { allMs: number; serviceMs: number }

const fresh = (page: Page) => page.locator('.deploy-outcome:not([data-old])').waitFor()

/** The outcome is marked as old from the stroke until its plan is there. Runs in the page. */
const noting = `
  window.typedAt = Infinity
  window.drawnAt = 0
  document.addEventListener('input', () => { window.typedAt = performance.now() }, true)
  const outcome = document.querySelector('.deploy-outcome')
  new MutationObserver(() => {
    if (!outcome.hasAttribute('data-old')) requestAnimationFrame(() => { window.drawnAt = performance.now() })
  }).observe(outcome, { attributes: true, attributeFilter: ['data-old'] })`

const notePlans = (page: Page): Promise<unknown> => page.evaluate(`{${noting}}`)

/** Runs in the page. */
const taking = `(() => {
  const plan = performance.getEntriesByName(location.origin + '/v1/compute/plan').at(-1)
  const allMs = window.drawnAt - window.typedAt
  const serviceMs = plan ? plan.responseEnd - plan.startTime : 0
  if (allMs > 0) performance.clearResourceTimings()
  return { allMs, serviceMs }
})()`

async function drawnAfter(page: Page): Promise<Took> {
  for (;;) {
    const took = (await page.evaluate(taking)) as Took
    if (took.allMs > 0) return took
    await sleep(20)
  }
}
