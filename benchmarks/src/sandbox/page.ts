/** From the address of the page, with an empty cache, to a deployment that runs. */
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { buildPages } from '../../../tools/pages.mjs'
import type { Section } from '../harness/bench.ts'
import { median } from '../harness/intervals.ts'
import { startOwnService } from './own-service.ts'

const rounds = 9

export async function page(): Promise<Section> {
  const title = `The page of the sandbox, ${rounds} times from an empty cache`
  const chromium = findChromium()
  if (chromium === undefined) return { title, figures: [], notes: ['Not measured: this machine has no Chromium.'] }
  buildPages()
  const service = await startOwnService()
  const browser = await openBrowser(chromium)
  const took: number[] = []
  const bytes: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext()
      const shown = await context.newPage()
      let received = 0
      shown.on('requestfinished', (request) => {
        if (request.url().endsWith('.js'))
          request.sizes().then(({ responseBodySize }) => (received += responseBodySize))
      })
      const begunMs = performance.now()
      await shown.goto(`${service.baseUrl}/sandbox/`)
      await shown.getByRole('button', { name: 'Send' }).click()
      await shown.locator('[data-status="200"]').waitFor()
      took.push(performance.now() - begunMs)
      bytes.push(received)
      await context.close()
    }
  } finally {
    await browser.close()
    await service.stop()
  }
  return {
    title,
    figures: [
      {
        name: 'first deployment from a cold page',
        value: median(took),
        unit: 'ms',
        n: rounds,
        low: Math.min(...took),
        high: Math.max(...took),
      },
      { name: 'scripts of the first load, compressed', value: median(bytes) / 1_000, unit: 'kB' },
    ],
  }
}
