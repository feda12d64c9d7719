/** From the last key stroke in the form until its plan is drawn, of which 150 ms are the pause for typing. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Section } from '../harness/bench.ts'
import { percentile } from '../harness/intervals.ts'
import type { Dashboard } from './open-dashboard.ts'

const strokes = 60

export async function plan({ open }: Dashboard): Promise<Section> {
  const page = await open('/deploy')
  await page.locator('.deploy-outcome:not([data-old])').waitFor()
  const field = page.getByLabel('Hours', { exact: false }).first()
  await field.fill('1')
  await fresh(page)
  await notePlans(page)
  const took: number[] = []
  for (let i = 0; i < strokes; i++) {
    await field.selectText()
    // Never the same twice: a plan that was asked for before is there at once.
    await field.pressSequentially(String(101 + i), { delay: 40 })
    took.push(await drawnAfterMs(page))
  }
  return {
    title: `The plan behind the form, ${strokes} key strokes`,
    figures: [
      { name: 'plan after the last key stroke, p50', value: percentile(took, 50), unit: 'ms', n: strokes },
      { name: 'plan after the last key stroke, p95', value: percentile(took, 95), unit: 'ms', n: strokes },
    ],
  }
}

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

async function drawnAfterMs(page: Page): Promise<number> {
  for (;;) {
    const ms = (await page.evaluate('window.drawnAt - window.typedAt')) as number
    if (ms > 0) return ms
    await sleep(20)
  }
}
