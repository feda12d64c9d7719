/** What people do in the dashboard, by keyboard alone, on a real service with simulated hubs. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { heading, press, type } from '@service/foundation-testing/pages/keyboard.ts'
import { openWatchedPage, type WatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { manageWebhooksByKeyboard } from '@service/foundation-testing/webhooks/webhooks-by-keyboard.ts'
import type { Browser, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { openWorld, signedIn, ugly } from './world.ts'

const chromium = findChromium()

describe.runIf(chromium !== undefined)('by keyboard alone', () => {
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

  /** A page at this address, of a new person with this role if one is given. */
  async function open(path: string, role?: string): Promise<WatchedPage> {
    const person = role === 'operator' ? world.operator : undefined
    const storageState = role && (await signedIn(world, world.full.companyId, role, person))
    const context = await browser.newContext({
      viewport: { width: 1200, height: 800 },
      ...(storageState && { storageState }),
    })
    const watched = await openWatchedPage(context, world.service.baseUrl)
    await watched.page.goto(`${world.service.baseUrl}/dashboard${path}`)
    return watched
  }

  test('signing up makes an account, shows a key that works this once, and leads inside', async () => {
    const { page, takeFaults } = await open('/')
    await press(page, page.getByRole('link', { name: 'Create a free one' }))
    await heading(page, 'Create a free account')
    await type(page, page.getByLabel('Your name'), 'Grace Newcomer')
    await type(page, page.getByLabel('Company'), 'New & <Co>')
    await type(page, page.getByLabel('E-mail address'), 'grace@new.example')
    await type(page, page.getByLabel('Password'), 'short')
    await page.keyboard.press('Enter')
    await heading(page, 'Create a free account') // the browser says that it is too short
    await type(page, page.getByLabel('Password'), 'seven quiet foxes at dawn')
    await page.keyboard.press('Enter')
    await heading(page, 'Your first key')
    const secret = await page.locator('.secret code').innerText()
    expect(await page.locator('.code pre').innerText()).toContain(secret)
    const response = await fetch(`${world.service.baseUrl}/v1/usage`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    expect(await response.json()).toMatchObject({ limit_gpu_hours: 10 })
    await press(page, page.getByLabel('I have stored it'), 'Space')
    await press(page, page.getByRole('button', { name: 'Done' }))
    await heading(page, 'Overview')
    await page.locator('.shell-side').getByText('New & <Co>').waitFor()
    expect(await page.content()).not.toContain(secret)
    expect(takeFaults()).toEqual([])
  })

  test('a domain is added for a deployment and shows its records; a viewer can only read them', async () => {
    const { page, takeFaults } = await open('/settings/domains', 'owner')
    await press(page, page.getByRole('button', { name: 'Add a domain' }))
    await type(page, page.getByLabel('Domain', { exact: true }), 'New.example.net')
    await page.keyboard.press('Enter')
    await page.getByText('Choose a deployment.').waitFor()
    await page.getByLabel('Deployment', { exact: true }).selectOption({ index: 1 })
    await press(page, page.getByRole('button', { name: 'Add the domain' }))
    const records = page.getByRole('dialog', { name: 'new.example.net' })
    await records.getByText('_service-endpoint.new.example.net').waitFor()
    // The name server of the tests is none.
    await press(page, records.getByRole('button', { name: 'Check now' }))
    await records.getByText('does not count against the domain').waitFor()
    await page.keyboard.press('Escape')
    await records.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    expect(takeFaults()).toEqual([])

    const viewer = await open('/settings/domains?domain=new.example.net', 'viewer')
    await viewer.page.getByRole('dialog', { name: 'new.example.net' }).waitFor()
    expect(await viewer.page.getByRole('button', { name: /Check now|Add a domain/ }).count()).toBe(0)
    expect(viewer.takeFaults()).toEqual([])
  })

  test('an operator drains a hub and returns it; an owner sees nothing of the installation', async () => {
    const { page, takeFaults } = await open('/operator/hubs', 'operator')
    const row = page.getByRole('row').filter({ hasText: 'pl-central-1' })
    await press(page, page.getByRole('button', { name: 'Drain pl-central-1' }))
    await row.getByText('draining').waitFor()
    await press(page, page.getByRole('button', { name: 'Return pl-central-1' }))
    await page.getByRole('button', { name: 'Drain pl-central-1' }).waitFor()
    expect(takeFaults()).toEqual([])

    const owner = await open('/operator/companies', 'owner')
    await heading(owner.page, 'Your role does not allow this')
    expect(await owner.page.getByRole('link', { name: 'Companies' }).count()).toBe(0)
    expect(await owner.page.content()).not.toContain('Starter, free')
  })

  test('a webhook is registered and proved, what failed is sent again, and the secret rotated', async () => {
    const { page, takeFaults } = await open('/', 'member')
    const { companyId } = world.full
    const given = { service: world.service, companyId, page, path: '/dashboard', event: 'deployment.failed' }
    await manageWebhooksByKeyboard(given)
    expect(takeFaults()).toEqual([])
  })

  test('hubs that stand in one place on the map are shown one by one, and all again', async () => {
    const { page, takeFaults } = await open('/hubs', 'viewer')
    const map = page.locator('.hub-map')
    await map.getByRole('link', { name: /us-east-1, Ashburn, US, ready/ }).waitFor()
    const several = map.getByRole('button', { name: /hubs, / }).first()
    const count = Number.parseInt(await several.innerText(), 10)
    expect(count).toBeGreaterThan(1)
    await press(page, several)
    const chosen = page.locator('.hub-map-chosen')
    await chosen.getByRole('listitem').first().waitFor()
    expect(await chosen.getByRole('listitem').count()).toBe(count)
    expect(await page.evaluate('document.activeElement.className')).toBe('hub-map-chosen')
    await map.getByRole('link', { name: /us-east-1/ }).waitFor({ state: 'hidden' })
    await press(page, chosen.getByRole('button', { name: 'Show all 13 hubs' }))
    await press(page, map.getByRole('link', { name: /us-east-1/ }))
    await heading(page, 'us-east-1')
    expect(takeFaults()).toEqual([])
  })

  test('the list is narrowed as one types, and what strangers wrote is text', async () => {
    const { page, takeFaults } = await open('/deployments', 'viewer')
    await page.getByRole('link', { name: 'chat' }).waitFor()
    await type(page, page.getByLabel('Name, id or image'), 'onerror')
    await page.waitForURL(/text=onerror/)
    await page.getByRole('link', { name: 'chat' }).waitFor({ state: 'hidden' })
    const name = page.locator('.deployment-name > a')
    expect(await name.innerText()).toBe(ugly.replace('\u202e', '⟨U+202E⟩'))
    expect(await page.locator('main img').count()).toBe(0)
    await press(page, page.locator('.labels a').first())
    await page.waitForURL(/label=/)
    await press(page, page.getByRole('link', { name: 'Show all' }))
    await page.getByRole('link', { name: 'chat' }).waitFor()
    expect(takeFaults()).toEqual([])
  })

  test('logs are followed and searched, and a line is shown among its neighbours', async () => {
    const id = await world.full.deploy({ image: 'sim/crash', wait_seconds: 0 })
    const { page, takeFaults } = await open(`/deployments/${id}/logs`, 'viewer')
    await page.getByText('complete: the container has ended').waitFor()
    const all = await page.locator('.log-line').count()
    await type(page, page.getByLabel('Find'), 'EXIT code')
    await page
      .getByRole('status')
      .getByText(/^\d lines$/)
      .waitFor()
    expect(await page.locator('.log-line').count()).toBeLessThan(all)
    expect(await page.locator('mark').first().innerText()).toBe('exit code')
    await press(page, page.getByRole('button', { name: 'In context' }).first())
    await page.locator('.log-line[data-found]').waitFor()
    expect(await page.locator('.log-line').count()).toBe(all)
    expect(page.url()).toContain('find=EXIT')
    expect(takeFaults()).toEqual([])
  })

  test('a tab where nothing moves asks at most every five seconds, and a hidden one not at all', async () => {
    const id = await world.full.deploy({ name: 'unmoved' })
    // Those that ask most.
    for (const path of ['/', `/deployments/${id}/metrics`, '/operator/hubs']) {
      const { page } = await open(path, 'operator')
      let asked = 0
      const pending = new Set<Request>()
      page.on('request', (request) => {
        asked += 1
        pending.add(request)
      })
      page.on('requestfinished', (request) => pending.delete(request))
      page.on('requestfailed', (request) => pending.delete(request))
      await page.clock.install()
      await page.reload()
      await page.getByText(/^Updated/).waitFor()
      await page.clock.fastForward(400_000) // what moved at first is asked for more often for some minutes
      await expect.poll(() => pending.size).toBe(0)
      asked = 0
      for (let second = 0; second < 60; second += 2) {
        await page.clock.runFor(2_000)
        await expect.poll(() => pending.size, { interval: 2 }).toBe(0)
      }
      expect(asked, path).toBeGreaterThan(0)
      expect(asked, path).toBeLessThanOrEqual(12)
      await page.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
        Object.defineProperty(document, 'hidden', { value: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }`)
      asked = 0
      await page.clock.runFor(60_000)
      expect(asked, path).toBe(0)
      await page.context().close()
    }
  })

  test('a deployment is stopped and deleted after what that means was said; a viewer cannot', async () => {
    const id = await world.full.deploy({ name: 'short lived' })
    const viewer = await open(`/deployments/${id}`, 'viewer')
    await heading(viewer.page, 'short lived')
    expect(await viewer.page.getByRole('button', { name: 'Stop …' }).count()).toBe(0)
    await viewer.page.getByText(/asked by an API key/).waitFor()

    const { page, takeFaults } = await open(`/deployments/${id}`, 'member')
    await press(page, page.getByRole('button', { name: 'Stop …' }))
    await page.getByText('cannot be started again').waitFor()
    await press(page, page.getByRole('button', { name: 'Stop the deployment' }))
    await page.getByText('Deployment is being stopped').waitFor()
    await page.locator('.notice .state').getByText('stopped').waitFor()
    await page.getByText(/asked by you/).waitFor()
    await press(page, page.getByRole('button', { name: 'Delete …' }))
    await press(page, page.getByRole('button', { name: 'Delete the deployment' }))
    await heading(page, 'Deployments')
    expect(takeFaults()).toEqual([])
  })

  test('a hub that is refused is made to fit by its smallest change, and after Deploy the page is the deployment', async () => {
    const { page, takeFaults } = await open('/deploy?region=eu&sovereignty=jurisdiction', 'member')
    await type(page, page.getByLabel('Image'), 'sim/ok')
    await press(page, page.getByText(/^Name, labels, port/))
    await type(page, page.getByLabel('Variables'), 'TOKEN=very secret')
    const fits = page.getByRole('table', { name: 'Eligible hubs' }).getByText('de-west-2')
    expect(await fits.count()).toBe(0)
    await press(page, page.getByRole('button', { name: 'Lower to “residency”, for de-west-2' }))
    await fits.waitFor()
    await page.waitForURL(/sovereignty=residency/)
    await page.waitForURL(/image=sim/)
    expect(page.url()).not.toContain('TOKEN')
    expect(await page.locator('main').innerText()).not.toContain('very secret')
    await press(page, page.getByRole('button', { name: 'Deploy', exact: true }))
    await page.waitForURL(/\/deployments\/dep_/)
    await page.locator('.notice .state').getByText('running').waitFor()
    expect(takeFaults()).toEqual([])
  })
})
