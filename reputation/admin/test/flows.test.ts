/** What people do in the interface, by keyboard alone, on a real service. */
import { byTester } from '@service/foundation-testing/acts.ts'
import { atLocalhost } from '@service/foundation-testing/authenticator.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { heading, press, tabTo, type } from '@service/foundation-testing/pages/keyboard.ts'
import { readQrCode } from '@service/foundation-testing/pages/read-qr-code.ts'
import { openWatchedPage, type WatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { codeOf } from '@service/foundation-testing/second-factors.ts'
import { ageProofs, newPerson } from '@service/foundation-testing/signed-in.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { signedIn } from './world.ts'

const chromium = findChromium()
const password = 'four quiet words together'

describe.runIf(chromium !== undefined)('by keyboard alone', () => {
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

  const aPerson = async (role = 'owner') => {
    const { companyId } = await service.newCompany()
    return newPerson(service, companyId, { role, password })
  }

  /** A page at this address, of somebody who is signed in if one is given. */
  async function open(path: string, person?: { companyId: string; userId: string }): Promise<WatchedPage> {
    const storageState = person && (await signedIn({ service }, person.companyId, 'owner', person))
    const context = await browser.newContext({
      viewport: { width: 1200, height: 800 },
      ...(storageState && { storageState }),
    })
    const watched = await openWatchedPage(context, service.baseUrl)
    await watched.page.goto(`${service.baseUrl}/admin${path}`)
    return watched
  }

  test('an invitation becomes a password, a session and, after signing out, a sign-in', async () => {
    const { companyId, userId } = await service.newCompany()
    const { link } = await service.administration.makeAccountLink(byTester, companyId, userId)
    const { pathname, hash } = new URL(link)
    const { page, takeFaults } = await open(`${pathname.replace('/admin', '')}${hash}`)
    await page.getByLabel('New password').waitFor()
    expect(page.url()).not.toContain('#')
    await type(page, page.getByLabel('New password'), password)
    await page.keyboard.press('Enter')
    await heading(page, 'Overview')

    await press(page, page.getByRole('button', { name: /^Menu of/ }))
    await press(page, page.getByRole('button', { name: 'Sign out' }))
    await heading(page, 'Sign in')
    const { email = '' } =
      (await service.administration.listUsers(byTester, companyId)).find(({ id }) => id === userId) ?? {}
    await type(page, page.getByLabel('E-mail address'), email ?? '')
    await type(page, page.getByLabel('Password'), `${password}?`)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('wrong').waitFor()
    await type(page, page.getByLabel('Password'), password)
    await page.keyboard.press('Enter')
    await heading(page, 'Overview')
    expect(takeFaults()).toEqual([])
  })

  test('a second factor is set up, asked for at sign-in and for another password, and removed', async () => {
    const person = await aPerson()
    const { page, takeFaults } = await open('/settings/security', person)
    await press(page, page.getByRole('button', { name: 'Set one up' }))
    const secret = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = await page.getByRole('link', { name: 'open it in the app' }).getAttribute('href')
    expect(await readQrCode(page.getByRole('img', { name: 'QR code' }))).toBe(uri)
    await type(page, page.getByRole('textbox', { name: 'Code' }), '000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('wrong').waitFor()
    await type(page, page.getByRole('textbox', { name: 'Code' }), codeOf(secret))
    await page.keyboard.press('Enter')
    const codes = ((await page.locator('pre.secret').textContent()) ?? '').split('\n')
    expect(codes).toHaveLength(10)
    await press(page, page.getByRole('button', { name: 'I have stored them' }))
    await page.getByText('10 recovery codes left').waitFor()

    await press(page, page.getByRole('button', { name: /^Menu of/ }))
    await press(page, page.getByRole('button', { name: 'Sign out' }))
    await heading(page, 'Sign in')
    await type(page, page.getByLabel('E-mail address'), person.email)
    await type(page, page.getByLabel('Password'), password)
    await page.keyboard.press('Enter')
    await type(page, page.getByRole('textbox', { name: 'Code' }), codes[0]!)
    await page.keyboard.press('Enter')
    await heading(page, 'Overview')
    await page.goto(`${service.baseUrl}/admin/settings/security`)
    await page.getByText('9 recovery codes left').waitFor()
    await type(page, page.getByLabel('Password now'), password)
    await type(page, page.getByLabel('New password'), 'five other words in a row')
    await page.keyboard.press('Enter')
    await type(page, page.getByRole('textbox', { name: 'Code' }), codes[1]!)
    await page.keyboard.press('Enter')
    await page.getByText('Password saved.').first().waitFor()
    await press(page, page.getByRole('button', { name: 'Remove', exact: true }))
    await press(page, page.getByRole('button', { name: 'Remove it' }))
    await page.getByRole('button', { name: 'Set one up' }).waitFor()
    expect(takeFaults()).toEqual([])
  })

  test('a passkey is added, signs in, confirms, and is renamed and removed', async () => {
    const person = await aPerson()
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
    const origin = atLocalhost(service.baseUrl)
    const { page, takeFaults } = await openWatchedPage(context, origin)
    const devTools = await context.newCDPSession(page)
    await devTools.send('WebAuthn.enable')
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...({ protocol: 'ctap2', transport: 'internal' } as const),
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    })
    await page.goto(`${origin}/admin/settings/security`)
    await type(page, page.getByLabel('E-mail address'), person.email)
    await type(page, page.getByLabel('Password'), password)
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: 'Add a passkey' }))
    await type(page, page.getByRole('textbox', { name: 'Name' }), 'Laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'Laptop' }).waitFor()
    await press(page, page.getByRole('button', { name: 'Add a passkey' }))
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('has a passkey of this account already').waitFor()
    await page.keyboard.press('Escape')

    await press(page, page.getByRole('button', { name: /^Menu of/ }))
    await press(page, page.getByRole('button', { name: 'Sign out' }))
    await heading(page, 'Sign in')
    await press(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
    await heading(page, 'Overview')

    // On the page that gives a program a key, too: it signs in there, and proves again.
    await press(page, page.getByRole('button', { name: /^Menu of/ }))
    await press(page, page.getByRole('button', { name: 'Sign out' }))
    await heading(page, 'Sign in')
    const asked = await fetch(`${service.baseUrl}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ machine: 'laptop' }),
    })
    const { user_code: code } = (await asked.json()) as { user_code: string }
    await page.goto(`${origin}/oauth/device?code=${code}`)
    await press(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
    await page.getByText(code).waitFor()
    await ageProofs(service, person.userId)
    await press(page, page.getByRole('button', { name: 'Give the key' }))
    await press(page, page.getByRole('button', { name: 'Use a passkey' }))
    await page.getByText('Done. svc has its key').waitFor()
    // Refusals ask for the sign-in and for the proof.
    expect(takeFaults().filter((fault) => !/status of 40[13]/.test(fault))).toEqual([])

    await page.goto(`${origin}/admin/settings/security`)
    await ageProofs(service, person.userId)
    await press(page, page.getByRole('button', { name: 'Rename Laptop' }))
    await type(page, page.getByRole('textbox', { name: 'Name' }), 'Old laptop')
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('button', { name: 'Use a passkey' }))
    await press(page, page.getByRole('button', { name: 'Remove Old laptop' }))
    await press(page, page.getByRole('button', { name: 'Remove it' }))
    await page.getByText('A passkey signs you in').waitFor()
    expect(takeFaults()).toEqual([])
    await context.close()
  })

  test('a key is made after a fresh proof, shown once, and works', async () => {
    const person = await aPerson()
    const { page, takeFaults } = await open('/settings/keys', person)
    await ageProofs(service, person.userId)

    await press(page, page.getByRole('button', { name: 'Create a key' }).first())
    await type(page, page.getByLabel('Name'), 'BI export')
    await page.keyboard.press('Enter')
    await type(page, page.getByLabel(/^Password of/), password)
    await page.keyboard.press('Enter')
    const secret = await page.locator('.secret code').innerText()
    const response = await fetch(`${service.baseUrl}/api/v1/subjects`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect(response.status).toBe(200)

    await page.keyboard.press('Escape') // a secret that nobody has stored is not lost by a key stroke
    await page.getByText('This key is shown once.').waitFor()
    await press(page, page.getByLabel('I have stored it'), 'Space')
    await press(page, page.getByRole('button', { name: 'Done' }))
    await page.getByRole('rowheader', { name: 'BI export' }).waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(takeFaults()).toEqual([])
  })

  test('what was typed stays when the session ends', async () => {
    const person = await aPerson()
    const { page } = await open('/settings/company', person)
    await type(page, page.getByLabel('Name'), 'Renamed while away')
    // A screen that reads something on its own may notice the end of the session before the key is pressed.
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
    await service.administration.endMemberSessions(byTester, person.companyId, person.userId)
    await page.keyboard.press('Enter')
    await page.getByText('Your session has ended').waitFor()
    await type(page, page.getByLabel('Password'), password)
    await page.keyboard.press('Enter')
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Renamed while away')
    await press(page, page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByText('Company saved').waitFor()
    expect(await service.administration.readCompany(byTester, person.companyId)).toMatchObject({
      name: 'Renamed while away',
    })
  })

  test('what a role may not do is absent from its screens', async () => {
    const person = await aPerson('viewer')
    const { page } = await open('/settings/keys', person)
    await heading(page, 'Your role does not allow this')
    await page.getByText('keys:manage').waitFor()
    const screens = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allInnerTexts()
    expect(screens.map((name) => name.trim())).not.toEqual(expect.arrayContaining(['API keys']))
    expect(screens.map((name) => name.trim())).toEqual(expect.arrayContaining(['Overview', 'Security', 'Company']))
  })

  test('chosen colours last, and the skip link skips', async () => {
    const { page } = await open('/', await aPerson())
    await heading(page, 'Overview')
    await press(page, page.getByRole('button', { name: /^Menu of/ }))
    await press(page, page.getByRole('button', { name: 'Theme: dark' }))
    await page.reload()
    await heading(page, 'Overview')
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await press(page, page.getByRole('link', { name: 'Skip to the content' }))
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
  })
})
