/** See `foundation/testing/src/webhooks/webhooks-by-keyboard.ts`. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { manageWebhooksByKeyboard } from '@service/foundation-testing/webhooks/webhooks-by-keyboard.ts'
import { test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { openWorld, signedIn } from './world.ts'

const chromium = findChromium()

test.runIf(chromium !== undefined)('webhooks by keyboard alone', async () => {
  const { world, page } = opened
  const { service, full } = world
  const { companyId } = full
  await manageWebhooksByKeyboard({ service, companyId, page, path: '/admin', event: 'screening.match' })
})

const opened = beforeTests(
  async () => {
    buildPages()
    const world = await openWorld()
    const browser = await openBrowser(chromium ?? '')
    const context = await browser.newContext({ storageState: await signedIn(world, world.full.companyId) })
    const { page } = await openWatchedPage(context, world.service.baseUrl)
    return { world, browser, page }
  },
  async ({ world, browser }) => {
    await browser.close()
    await world.service.stop()
  },
)
