/** Stories are seen, given to somebody, closed and taken back, without a pointer. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { heading, press, tabTo, type } from '@service/foundation-testing/pages/keyboard.ts'
import { openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { openWorld, signedIn } from './world.ts'

const chromium = findChromium()

test.runIf(chromium !== undefined)('a story is triaged by keyboard alone', async () => {
  const { world, page, takeFaults } = opened
  const { service, full } = world
  await page.goto(`${service.baseUrl}/admin/alerts`)
  const stories = page.locator('[data-story] h2 a')
  await stories.first().waitFor()
  const count = await stories.count()
  expect(count).toBeGreaterThan(1)
  const [first = '', second = ''] = await stories.allTextContents()

  await tabTo(page, stories.first())
  await page.keyboard.press('s')
  await page.getByText('Story seen').waitFor()
  await expect.poll(() => stories.count()).toBe(count - 1)
  // The focus is where the story was, so that the next key acts on the next one.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(second)
  await page.keyboard.press('u')
  await expect.poll(() => stories.count()).toBe(count)
  expect(await stories.first().textContent()).toBe(first)

  await tabTo(page, stories.first())
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(second)
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByLabel('Assignee').waitFor()
  await press(page, page.getByRole('button', { name: 'Assign', exact: true }))
  await page.getByText('Assigned to').first().waitFor()
  await press(page, page.getByRole('link', { name: /^Mine/ }))
  await expect.poll(() => stories.allTextContents()).toEqual([first])

  await tabTo(page, stories.first())
  await page.keyboard.press('Enter')
  await heading(page, 'Story')
  await page.getByText('Why it is not critical').waitFor()
  await press(page, page.getByRole('button', { name: 'Close …' }))
  await type(page, page.getByRole('dialog').getByLabel('Note'), 'Settled, the statement is out.')
  await press(page, page.getByRole('button', { name: 'Close the story' }))
  await page.getByText('Settled, the statement is out.').waitFor()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()

  const { body } = await full.get<{ stories: { title: string; state: string }[] }>('/api/v1/alert-stories')
  expect(body.stories.find(({ title }) => title === first)?.state).toBe('closed')
  expect(takeFaults()).toEqual([])
})

const opened = beforeTests(
  async () => {
    buildPages()
    const world = await openWorld()
    const browser = await openBrowser(chromium ?? '')
    const context = await browser.newContext({ storageState: await signedIn(world, world.full.companyId) })
    return { world, browser, ...(await openWatchedPage(context, world.service.baseUrl)) }
  },
  async ({ world, browser }) => {
    await browser.close()
    await world.service.stop()
  },
)
