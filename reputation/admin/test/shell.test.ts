/** What stands around every screen: search, keys, and what is wrong with the whole. By keyboard alone, on a real service. */
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { heading, press, type } from '@service/foundation-testing/pages/keyboard.ts'
import { axeFaults, openWatchedPage, type WatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { newPerson } from '@service/foundation-testing/signed-in.ts'
import { spendQuota } from '@service/reputation-testing/spend-quota.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { openWorld, signedIn } from './world.ts'

const chromium = findChromium()

describe.runIf(chromium !== undefined)('the shell', () => {
  const world = beforeTests(
    async () => {
      buildPages()
      return openWorld()
    },
    ({ service }) => service.stop(),
  )
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser?.close())

  async function open(path: string, role = 'owner'): Promise<WatchedPage> {
    const storageState = await signedIn(world, world.full.companyId, role)
    const watched = await openWatchedPage(await browser.newContext({ storageState }), world.service.baseUrl)
    await watched.page.goto(`${world.service.baseUrl}/admin${path}`)
    await watched.page.locator('main.shell-main h1').waitFor()
    return watched
  }

  test('search leads to a screen by a few letters, and gives the focus back when it is left', async () => {
    const { page, takeFaults } = await open('/')
    await page.keyboard.press('Control+K')
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')

    await page.keyboard.press('Control+K')
    await field.waitFor()
    await page.keyboard.type('company')
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain('Company')
    await page.keyboard.press('Enter')
    await heading(page, 'Company')
    expect(takeFaults()).toEqual([])
  })

  test('search shows no screen that the role may not open', async () => {
    const { page } = await open('/', 'viewer')
    await page.keyboard.press('Control+K')
    await page.getByRole('option', { name: /Overview/ }).waitFor()
    expect(await page.getByRole('option', { name: /API keys/ }).count()).toBe(0)
  })

  test('? shows the keys, and not once single characters are switched off', async () => {
    const { page, takeFaults } = await open('/settings/company')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('show keyboard shortcuts').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await press(page, page.getByLabel('Single-key shortcuts'), 'Space')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })

    await page.reload()
    await heading(page, 'Company')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    expect(await help.count()).toBe(0)
    await page.keyboard.press('Escape')

    await press(page, page.getByRole('button', { name: /^Menu of/ }))
    await press(page, page.getByRole('button', { name: 'Keyboard shortcuts' }))
    await press(page, help.getByLabel('Single-key shortcuts'), 'Space')
    await press(page, help.getByRole('button', { name: 'Close' }))
    await type(page, page.getByLabel('Name'), 'Really?') // what is typed is no key
    expect(await help.count()).toBe(0)
    expect(takeFaults()).toEqual([])
  })

  test('a person with accounts at two companies goes from one to the other by the password there', async () => {
    const { service, full, empty } = world
    const email = 'two.companies@people.example'
    const here = await newPerson(service, full.companyId, { email, password: 'four quiet words together' })
    await newPerson(service, empty.companyId, { email, password: 'five other words that are long' })
    const { name, slug } = await service.administration.readCompany(byTester, empty.companyId)
    const storageState = await signedIn(world, full.companyId, 'owner', here)
    const { page } = await openWatchedPage(await browser.newContext({ storageState }), service.baseUrl)
    await page.goto(`${service.baseUrl}/admin/settings/company`)
    await heading(page, 'Company')
    await press(page, page.getByRole('button', { name: /^Menu of/ }))
    await press(page, page.getByRole('button', { name: 'Switch company …' }))
    await type(page, page.getByLabel('Short name of the company'), slug)
    await type(page, page.getByLabel('Your password there'), 'four quiet words together')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('wrong').waitFor() // the password here opens nothing there
    await type(page, page.getByLabel('Your password there'), 'five other words that are long')
    await page.keyboard.press('Enter')
    await heading(page, 'Overview')
    await page.locator('.shell-side .brand-name', { hasText: name }).waitFor()
  })

  test('a quota that runs low is said above every screen, and nothing while all is well', async () => {
    const { page } = await open('/settings/company')
    await heading(page, 'Company')
    expect(await page.locator('.health').innerText()).toBe('')
    await spendQuota(world.service, world.full.companyId, 9)
    await page.reload()
    await page.getByRole('link', { name: '90 % of the quota is used' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
  })
})
