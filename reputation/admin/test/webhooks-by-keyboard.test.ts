/** A webhook is registered and proved, and what failed is sent again, without a pointer. */
import { createHmac } from 'node:crypto'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { failedDeliveries } from '@service/foundation-testing/webhooks/failing-webhook.ts'
import { startReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { openWorld, signedIn } from './world.ts'

const chromium = findChromium()

test.runIf(chromium !== undefined)('by keyboard alone', async () => {
  buildPages()
  const { page } = opened.pages
  const { service, full } = opened.world
  const receiver = await startReceiver()
  let secret = ''
  receiver.respond = ({ headers, body }, response) => {
    const expected = createHmac('sha256', secret).update(body).digest('hex')
    response.statusCode = headers['x-service-signature'] === expected ? 204 : 401
    response.end()
  }
  try {
    await page.goto(`${service.baseUrl}/admin/webhooks`)
    await tabTo(page, 'Register a webhook')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Address')
    await page.keyboard.type(receiver.url)
    await page.getByText('It can be called').waitFor()
    await tabTo(page, 'Register the webhook')
    await page.keyboard.press('Enter')
    secret = (await page.locator('.secret code').textContent()) ?? ''
    await tabTo(page, 'I have stored it')
    await page.keyboard.press('Space')
    await tabTo(page, 'Done')
    await page.keyboard.press('Enter')

    await tabTo(page, 'Send 2 requests')
    await page.keyboard.press('Enter')
    await page.getByText('Proved.').waitFor()
    expect(await page.content()).not.toContain(secret)

    const [, webhookId = ''] = /webhooks\/(whk_\w+)/.exec(page.url()) ?? []
    await failedDeliveries(service, { companyId: full.companyId, webhookId, event: 'screening.match' }, 3)
    await tabTo(page, 'Deliveries')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Resend failed deliveries …')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Resend 3 deliveries')
    await page.keyboard.press('Enter')
    await page.getByText('3 deliveries sent again').waitFor()
    await expect.poll(() => receiver.received.length).toBe(5)
  } finally {
    await receiver.close()
  }
})

const opened = beforeTests(
  async () => {
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

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  await page
    .getByLabel(name, { exact: true })
    .or(page.getByText(name, { exact: true }))
    .first()
    .waitFor()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const focused = (await page.evaluate(
      '(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent?.trim() ?? ""',
    )) as string
    if (focused === name) return
  }
  throw new Error(`Tab does not lead to "${name}".`)
}
