/** The demo in a process of its own, and a browser in which its owner is signed in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { startProgram } from '@service/foundation-testing/started-program.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { buildPages } from '../../../tools/pages.mjs'
import type { Section } from '../harness/bench.ts'

export type OpenDemo = {
  browser: Browser
  baseUrl: string
  /** What the browser of the owner keeps. */
  signedIn: Exclude<BrowserContextOptions['storageState'], undefined>
}

const program = fileURLToPath(new URL('../../../reputation/server/src/main.ts', import.meta.url))

export async function* withDemo(measure: (demo: OpenDemo) => AsyncIterable<Section>): AsyncIterable<Section> {
  const chromium = findChromium()
  if (chromium === undefined) {
    yield { title: 'The interface', figures: [], notes: ['Not measured: this machine has no Chromium.'] }
    return
  }
  buildPages()
  const folder = mkdtempSync(join(tmpdir(), 'bench-interface-'))
  const settings = { REPUTATION_PORT: '0', REPUTATION_METRICS_PORT: '0', REPUTATION_DATA_DIR: folder }
  const demo = startProgram(program, ['demo'], { ...process.env, ...settings })
  const browser = await openBrowser(chromium)
  try {
    const [, baseUrl = ''] = await demo.says(/running at (http:\S+)/)
    // It names the port that was asked for: any.
    const [, entry = ''] = await demo.says(/Sign in \(works once, for ten minutes\): http:\/\/[^/]+(\S+)/)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${baseUrl}${entry}`)
    // The report is the last that the demo makes of its sample.
    await page.waitForURL(`${baseUrl}/admin/`)
    await page.goto(`${baseUrl}/admin/reports`)
    await page.getByRole('link', { name: /PDF/ }).first().waitFor({ timeout: 600_000 })
    const signedIn = await context.storageState()
    await context.close()
    yield* measure({ browser, baseUrl, signedIn })
  } finally {
    await browser.close()
    demo.child.kill('SIGTERM')
    await demo.exited
    rmSync(folder, { recursive: true, force: true })
  }
}
