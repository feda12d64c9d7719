/** Single sign-on from its set-up to a day on which the provider is down, in a browser, by keyboard, at a real provider. */
import { atLocalhost } from '@service/foundation-testing/authenticator.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { startProvider } from '@service/foundation-testing/oidc-provider.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { heading, press, type } from '@service/foundation-testing/pages/keyboard.ts'
import { openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { newPerson } from '@service/foundation-testing/signed-in.ts'
import { TestClock } from '@service/foundation-testing/test-clock.ts'
import { verifyDomain } from '@service/foundation-testing/verify-domain.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'

const chromium = findChromium()
const password = 'four quiet words together'
/** Longer than what the provider says of itself is kept. */
const laterMs = 11 * 60_000

describe.runIf(chromium !== undefined)('single sign-on by keyboard alone', () => {
  const clock = new TestClock()
  const service = beforeTests(
    async () => {
      buildPages()
      return runService(fastestEngine, { now: clock.now })
    },
    (running) => running.stop(),
  )
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser(chromium ?? '')
  })
  afterAll(() => browser?.close())

  test('an owner sets it up, a member signs in by it, and one owner signs in without it when it is down', async () => {
    const origin = atLocalhost(service.baseUrl)
    const provider = await startProvider([`${origin}/admin/signed-on`])
    const { companyId } = await service.newCompany()
    const owner = await newPerson(service, companyId, { password })
    const otherOwner = await newPerson(service, companyId, { password })
    const domain = `${companyId.slice(-12)}.example`
    /** Its sign-in, in a browser that nobody has used. */
    const open = async (path = '/') => {
      const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
      const { page, takeFaults } = await openWatchedPage(context, origin)
      await page.goto(`${origin}/admin${path}`)
      const faults = () => takeFaults().filter((fault) => !fault.includes(provider.issuer))
      return { page, faults }
    }
    const byPassword = async (page: Page, email: string) => {
      await type(page, page.getByLabel('E-mail address'), email)
      await type(page, page.getByLabel('Password'), password)
      await page.keyboard.press('Enter')
    }
    const byProvider = async (page: Page) => {
      await type(page, page.getByLabel('E-mail address'), `grace@${domain}`)
      await press(page, page.getByRole('button', { name: 'Single sign-on' }))
    }

    const { page, faults } = await open('/settings/company')
    await byPassword(page, owner.email)
    await type(page, page.getByLabel('Issuer'), provider.issuer)
    await type(page, page.getByLabel('Client id'), provider.clientId)
    await type(page, page.getByLabel('Client secret'), provider.secret)
    await type(page, page.getByLabel('Domain of e-mail addresses'), domain)
    await type(page, page.getByLabel('Roles of groups'), 'Risk = analyst')
    await press(page, page.getByRole('button', { name: 'Save the provider' }))
    await page.getByText('publish this TXT record').waitFor()
    await verifyDomain(service, companyId)
    await page.reload()
    await page.getByText(`for addresses at ${domain}`).waitFor()
    await press(page, page.getByLabel('Everybody signs in by single sign-on alone'), 'Space')
    await press(page, page.getByRole('button', { name: 'Save the provider' }))
    await page.getByText('Single sign-on saved').first().waitFor()

    provider.expect({
      sub: 'grace',
      email: `grace@${domain}`,
      email_verified: true,
      name: 'Grace Hopper',
      groups: ['Risk'],
    })
    const member = await open('/screening')
    await byProvider(member.page)
    await heading(member.page, 'Screening') // which she wanted to see before she signed in
    await member.page.getByRole('complementary').getByText('analyst').waitFor()
    expect(await member.page.getByRole('link', { name: 'API keys' }).count()).toBe(0)

    await provider.close()
    clock.skippedMs = laterMs
    const away = await open()
    await byProvider(away.page)
    await away.page.getByRole('alert').getByText('sign-in service').waitFor()
    await byPassword(away.page, otherOwner.email)
    await away.page.getByRole('alert').getByText('single sign-on alone').waitFor()
    await byPassword(away.page, owner.email)
    await heading(away.page, 'Overview')
    expect([...faults(), ...member.faults(), ...away.faults()]).toEqual([])
  })
})
