/** A new owner goes from an invitation to the first alert, by keyboard alone, with a real feed on this machine. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { heading, press, type } from '@service/foundation-testing/pages/keyboard.ts'
import { axeFaults, openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { newPerson } from '@service/foundation-testing/signed-in.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'

const chromium = findChromium()

describe.runIf(chromium !== undefined)('first steps', () => {
  const service = beforeTests(
    async () => {
      buildPages()
      return runService(fastestEngine)
    },
    (running) => running.stop(),
  )
  let site: Server
  beforeAll(async () => {
    site = createServer((_request, response) => response.end(feed('Zorbatronworks')))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    site.closeAllConnections()
    site.close()
  })

  test('an empty company is led to its first alert', async () => {
    const { companyId } = await service.newCompany()
    const { userId } = await newPerson(service, companyId, { role: 'owner' })
    const { link } = await service.administration.makeAccountLink(byTester, companyId, userId)
    const { pathname, hash } = new URL(link)
    const browser = await openBrowser(chromium ?? '')
    try {
      const { page, takeFaults } = await openWatchedPage(await browser.newContext(), service.baseUrl)
      await page.goto(`${service.baseUrl}${pathname}${hash}`)
      await type(page, page.getByLabel('New password'), 'four quiet words together')
      await page.keyboard.press('Enter')
      await heading(page, 'Overview')

      await press(page, page.getByRole('link', { name: 'Begin', exact: true }))
      await heading(page, 'First steps')
      await page.getByText('0 of 4 steps').waitFor()
      await type(page, page.getByLabel('Your name in the news'), 'Zorbatronworks')
      await type(page, page.getByLabel('Other names'), 'Zorbatron, Z')
      await type(page, page.getByLabel('Your sector'), 'widgets')
      await page.keyboard.press('Enter')
      await page.getByText('at least two letters').waitFor() // a fault is said beside its field
      await type(page, page.getByLabel('Other names'), 'Zorbatron')
      await page.keyboard.press('Enter')

      await page.getByText('1 of 4 steps').first().waitFor()
      const { port } = site.address() as AddressInfo
      await type(page, page.getByLabel('Or the address of a feed'), `http://127.0.0.1:${port}/rss.xml`)
      await page.keyboard.press('Enter')
      await page.getByText('4 of 4 steps are done').first().waitFor()
      await page.getByText('hit by deadly explosion').first().waitFor()
      await page.getByText('read, 2 new').waitFor()
      expect(await page.locator('.step[data-state="done"]').count()).toBe(4)
      expect(await axeFaults(page)).toEqual([])
      expect(takeFaults()).toEqual([])
    } finally {
      await browser.close()
    }
  })
})

function feed(name: string): string {
  const item = (title: string, minutesAgo: number) =>
    `<item><title>${title}</title><link>https://news.example.org/${minutesAgo}</link>
     <pubDate>${new Date(Date.now() - minutesAgo * 60_000).toUTCString()}</pubDate></item>`
  return `<rss version="2.0"><channel><title>News</title>
    ${item(`${name} hit by deadly explosion`, 5)}${item(`${name} opens a plant`, 9)}</channel></rss>`
}
