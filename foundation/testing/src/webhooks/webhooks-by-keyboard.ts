/** A webhook is registered and proved, what failed is sent again, and the secret rotated, without a pointer. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { press, type } from '../pages/keyboard.ts'
import type { WalkedService } from '../walk-operations.ts'
import { failedDeliveries } from './failing-webhook.ts'
import { startReceiver } from './receiver.ts'

type Given = {
  service: WalkedService
  companyId: string
  /** Of somebody of the company who may manage webhooks. */
  page: Page
  /** Where the interface is, and a kind of event. */
  path: string
  event: string
}

export async function manageWebhooksByKeyboard({ service, companyId, page, path, event }: Given): Promise<void> {
  const receiver = await startReceiver()
  let secret = ''
  receiver.respond = ({ headers, body }, response) => {
    const expected = createHmac('sha256', secret).update(body).digest('hex')
    response.statusCode = headers['x-service-signature'] === expected ? 204 : 401
    response.end()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const store = async () => {
    secret = await page.locator('.secret code').innerText()
    await press(page, page.getByLabel('I have stored it'), 'Space')
    await press(page, button('Done'))
  }
  try {
    await page.goto(`${service.baseUrl}${path}/webhooks`)
    await press(page, link('Register a webhook').first())
    await type(page, page.getByLabel('Address'), receiver.url)
    await page.getByText('It can be called').waitFor()
    await press(page, button('Register the webhook'))
    await store()

    await press(page, button('Send 2 requests'))
    await page.getByText('Proved.').waitFor()
    expect(await page.content()).not.toContain(secret)

    const [, webhookId = ''] = /webhooks\/(whk_\w+)/.exec(page.url()) ?? []
    await failedDeliveries(service, { companyId, webhookId, event }, 3)
    await press(page, link('Deliveries'))
    await press(page, button('Resend failed deliveries …'))
    await press(page, button('Resend 3 deliveries'))
    await page.getByText('3 deliveries sent again').waitFor()
    await expect.poll(() => receiver.received.length).toBe(5)

    await press(page, link('Settings'))
    await press(page, button('Rotate the secret …'))
    await press(page, button('Rotate the secret'))
    await store()
    await page.getByText('The old secret signs too until').waitFor()
  } finally {
    await receiver.close()
  }
}
