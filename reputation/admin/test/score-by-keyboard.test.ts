/** From the score to a sentence, and a wrong judgement put right, without a pointer. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { heading, press, tabTo } from '@service/foundation-testing/pages/keyboard.ts'
import { openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { settled } from '@service/reputation-testing/news.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { openWorld, signedIn } from './world.ts'

const chromium = findChromium()

test.runIf(chromium !== undefined)('by keyboard alone', async () => {
  const { service } = opened.world
  const { page } = opened.pages
  await page.goto(`${service.baseUrl}/admin/score`)
  await heading(page, 'Score')
  const before = await scoreOn(page)
  await press(page, page.getByRole('link', { name: 'Sentiment', exact: true }).last())
  await page.getByText('50 + 50 × tanh').first().waitFor()
  await press(
    page,
    page
      .locator('.side-panel')
      .getByRole('link', { name: /hit by deadly explosion/ })
      .last(),
  )

  await heading(page, 'Article')
  await page.locator('mark', { hasText: 'explosion' }).waitFor()
  await page.getByText('It reports a grave fact').waitFor()
  await choose(page, 'Tone', 'positive')
  await choose(page, 'Gravity of its risk', 'none')
  await press(page, page.getByRole('button', { name: 'Correct this article' }))
  await page.getByText('Corrected: positive, no risk.').waitFor()
  await settled(service)

  await page.goto(`${service.baseUrl}/admin/score`)
  await heading(page, 'Score')
  expect(await scoreOn(page)).toBeGreaterThan(before)
  await page.goBack()
  await heading(page, 'Article')
  await press(page, page.getByRole('button', { name: 'Withdraw the correction' }))
  await page.getByText('Earlier corrections: 1').waitFor()
  await settled(service)
  await page.goto(`${service.baseUrl}/admin/score`)
  await heading(page, 'Score')
  expect(await scoreOn(page)).toBe(before)
})

async function scoreOn(page: Page): Promise<number> {
  const tile = page.locator('.tile', { hasText: 'Today, provisional' }).locator('.tile-value')
  return Number.parseFloat((await tile.textContent()) ?? '')
}

/** In a list of choices, by the first letters. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  const select = page.getByLabel(field, { exact: true })
  await tabTo(page, select)
  await page.keyboard.type(option)
  expect(await select.locator('option:checked').textContent()).toBe(option)
}

const opened = beforeTests(
  async () => {
    buildPages()
    const world = await openWorld()
    const browser = await openBrowser(chromium ?? '')
    const context = await browser.newContext({ storageState: await signedIn(world, world.full.companyId) })
    const { page } = await openWatchedPage(context, world.service.baseUrl)
    return { world, browser, pages: { page } }
  },
  async ({ world, browser }) => {
    await browser.close()
    await world.service.stop()
  },
)
