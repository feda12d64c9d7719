/** The reference as people use it, in a browser and out of one. */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runService } from '@service/compute-testing/running-service.ts'
import { languages } from '@service/foundation/reference/model/samples.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { axeFaults, openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const chromium = findChromium()

describe.runIf(chromium !== undefined)('the reference', () => {
  const service = beforeTests(
    () => runService(fastestEngine),
    (running) => running.stop(),
  )
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser?.close())

  test.each([
    ['', 1600, 'light'],
    ['/deploy', 1600, 'dark'],
    ['/deploy', 360, 'light'],
    ['/errors', 360, 'dark'],
  ] as const)('%s at %i px, %s, keeps nobody from reading it', async (path, width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
    const { page, takeFaults } = await openWatchedPage(context, service.baseUrl)
    await page.goto(`${service.baseUrl}/docs${path}`)
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')).toBe(
      false,
    )
    expect(takeFaults()).toEqual([])
    await context.close()
  })

  test('is read without scripts, and tried with them: in the sandbox without a key', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const without = await plain.newPage()
    await without.goto(`${service.baseUrl}/docs/deploy`)
    expect(await without.getByRole('heading', { level: 1 }).textContent()).toBe('Deploy a container image onto GPUs')
    expect(await without.getByRole('button', { name: 'Send' }).isVisible()).toBe(false)
    const context = await browser.newContext()
    const { page, takeFaults } = await openWatchedPage(context, service.baseUrl)
    await page.goto(`${service.baseUrl}/docs/deploy`)
    await page.getByRole('button', { name: 'Send' }).press('Enter')
    await page.getByText(/^200 OK/).waitFor()
    expect(await page.getByRole('group', { name: 'body of the response' }).textContent()).toContain('"sandbox": true')
    await page.getByRole('link', { name: 'Open it in the sandbox' }).waitFor()
    await page.goto(`${service.baseUrl}/docs/listKeys`)
    expect(await page.locator('form.try').count()).toBe(0) // for people alone
    expect(takeFaults()).toEqual([])
    await Promise.all([plain.close(), context.close()])
  })
})

describe('samples', () => {
  const service = beforeTests(
    () => runService(fastestEngine),
    (running) => running.stop(),
  )
  const programs: Readonly<Record<string, readonly [command: string, file: string]>> = {
    curl: ['bash', 'sample.sh'],
    typescript: [process.execPath, 'sample.mts'],
    python: ['python3', 'sample.py'],
  }

  test.each(Object.keys(programs))('in %s send the request that they show', async (id) => {
    const [command, file] = programs[id]!
    const path = join(mkdtempSync(join(tmpdir(), 'sample-')), file)
    const body = { gpu_type: 'H100', carbon_aware: true, image: 'sim/ok', labels: { team: `it's "one"` } }
    const url = `${service.baseUrl}/sandbox/v1/compute/deploy`
    const sample = languages
      .find((one) => one.id === id)!
      .write({ method: 'POST', url, headers: { 'X-Note': 'a' }, body })
    writeFileSync(path, sample)
    const { stdout } = await promisify(execFile)(command, [path], { timeout: 20_000 })
    expect(stdout).toContain('"status":"running"')
    expect(stdout).toContain('it')
  })
})
