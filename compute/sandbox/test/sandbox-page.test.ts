/** The page of the sandbox, as strangers meet it: no account, one click, and everything that follows. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { runService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import {
  axeFaults,
  frameFaults,
  openWatchedPage,
  type WatchedPage,
} from '@service/foundation-testing/pages/watched-page.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'

const chromium = findChromium()

describe.runIf(chromium !== undefined)('the page of the sandbox', () => {
  const service = beforeTests(
    async () => {
      buildPages()
      return runService(fastestEngine)
    },
    (running) => running.stop(),
  )
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser?.close())

  async function open(
    options: { width?: number; colorScheme?: 'light' | 'dark'; fragment?: string } = {},
  ): Promise<WatchedPage> {
    const { width = 1600, colorScheme = 'light', fragment = '' } = options
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
    const watched = await openWatchedPage(context, service.baseUrl)
    await watched.page.goto(`${service.baseUrl}/sandbox/${fragment}`)
    await watched.page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
    return watched
  }

  test('deploys by keyboard alone, and shows response, headers and what follows', async () => {
    const { page, takeFaults } = await open()
    expect(await page.getByText('API version 1.4.2').count()).toBe(1)
    await page.getByRole('button', { name: 'Send' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-status="200"]').waitFor()
    expect(await page.getByRole('group', { name: 'body of the response' }).textContent()).toContain(
      '"status": "running"',
    )
    await page.getByText(/headers$/).click()
    await page.getByText('x-service-sandbox', { exact: true }).waitFor()
    await page.getByText(/^Runs at se-north-1/).waitFor()
    expect(takeFaults()).toEqual([])
    await page.context().close()
  })

  test('plays a hub that is lost, moves the clock, and begins again', async () => {
    const { page, takeFaults } = await open()
    await page.getByRole('button', { name: 'A hub is lost' }).click()
    await page.getByText(/^Fails over/).waitFor()
    await page.getByText(/^Attempt 2 begins/).waitFor()
    await page.getByText('se-north-1: unreachable, hub-lost').waitFor()
    await page.getByRole('button', { name: 'Clear all faults' }).click()
    await page.getByRole('button', { name: '+30 s' }).click()
    await page.getByText(/^se-north-1 is back/).waitFor()
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('0 of 20 deployments', { exact: false }).waitFor()
    expect(await page.getByText(/^Fails over/).count()).toBe(0)
    expect(takeFaults()).toEqual([])
    await page.context().close()
  })

  test('shows the faults of a request beside their fields', async () => {
    const { page } = await open()
    await page.getByLabel('count').fill('0')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('[data-status="400"]').waitFor()
    expect(await page.locator('.fault').allTextContents()).toEqual([expect.stringContaining('count must be')])
    await page.context().close()
  })

  test('opens a request that was shared, whatever stands in it, as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202e'
    const asked = {
      operation: 'deploy',
      path: '/v1/compute/deploy',
      body: JSON.stringify({ gpu_type: hostile, image: hostile }),
    }
    const fragment = `#${Buffer.from(JSON.stringify(asked)).toString('base64url')}`
    const { page, takeFaults } = await open({ fragment })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('[data-status="400"]').waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.getByLabel('gpu_type').inputValue()).toBe(hostile)
    expect(takeFaults()).toEqual([])
    const { page: other } = await open({ fragment: '#nonsense' })
    expect(await other.getByLabel('gpu_type').inputValue()).toBe('H100')
    await Promise.all([page.context().close(), other.context().close()])
  })

  test.each([
    [1600, 'light'],
    [360, 'dark'],
  ] as const)('at %i px, %s, nothing keeps people from using it', async (width, colorScheme) => {
    const { page, takeFaults, settled } = await open({ width, colorScheme })
    expect(await frameFaults(page)).toEqual([])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'The hours end' }).click()
    await page.getByText(/^Has stopped/).waitFor()
    await page.getByText('The same as code').click()
    await settled()
    expect(await axeFaults(page)).toEqual([])
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(isWide)).toBe(false)
    expect(takeFaults()).toEqual([])
    await page.context().close()
  })
})

test('the first load has at most 120 kB of scripts and 12 kB of styles', () => {
  buildPages()
  const folder = fileURLToPath(new URL('../dist/', import.meta.url))
  type Chunk = { file: string; css?: string[] }
  const chunks = Object.values(JSON.parse(readFileSync(`${folder}manifest.json`, 'utf8')) as Record<string, Chunk>)
  const kilobytes = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}${file}`), { level: 9 }).length, 0) / 1_000
  expect(kilobytes(chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')))).toBeLessThanOrEqual(120)
  expect(kilobytes([...new Set(chunks.flatMap(({ css = [] }) => css))])).toBeLessThanOrEqual(12)
})
