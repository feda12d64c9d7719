/** The screening desk without a pointer: twenty matches are decided, and one is taken back. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { openWatchedPage } from '@service/foundation-testing/pages/watched-page.ts'
import { clientOf } from '@service/reputation-testing/client.ts'
import { expect, test } from 'vitest'
import { buildPages } from '../../../tools/pages.mjs'
import { openWorld, signedIn } from './world.ts'

const chromium = findChromium()
const listed = ['Ismail Abdul Salah Haniya', 'China Electronics Technology Group']

test.runIf(chromium !== undefined)('twenty matches take at most 45 key strokes', async () => {
  const { page, service, client } = opened
  const names = Array.from({ length: 20 }, (_, i) => ({ name: listed[i % 2] ?? '', reference: `customer ${i}` }))
  await client.send('POST', '/api/v1/screen/batch', { names, limit: 1 })
  const waiting = async () => (await client.get<{ count: number }>('/api/v1/undecided-matches')).body.count
  expect(await waiting()).toBe(20)

  let strokes = 0
  const press = async (key: string) => {
    strokes++
    await page.keyboard.press(key)
  }
  await page.goto(`${service.baseUrl}/admin/screening?view=undecided`)
  await page.getByRole('listbox').waitFor()
  const isThere = () => page.evaluate(`document.activeElement?.getAttribute('role') === 'listbox'`)
  while (!(await isThere())) await press('Tab')
  for (let i = 0; i < 20; i++) await press(i % 3 === 0 ? 't' : 'f')
  await page.getByText('No match waits for a verdict').waitFor()
  expect(strokes).toBeLessThanOrEqual(45)
  expect(await waiting()).toBe(0)
  const { body } = await client.get<{ verdicts: { verdict: string }[] }>('/api/v1/verdicts', { limit: '200' })
  expect(body.verdicts.filter(({ verdict }) => verdict === 'true-match')).toHaveLength(7)
  expect(body.verdicts).toHaveLength(20)
})

test.runIf(chromium !== undefined)(
  'a verdict is taken back by one key, and a name stands in no address or title',
  async () => {
    const { page, service, client } = opened
    const name = 'Ismail Abdul Salah Haniya'
    await page.goto(`${service.baseUrl}/admin/screening`)
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('link', { name: 'Open the record' }).focus()
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'False match' }).first()
    await button.waitFor()
    await button.focus()
    await page.keyboard.press('f')
    await page.getByText('false match', { exact: true }).first().waitFor()
    await page.keyboard.press('u')
    await page.getByText('withdrawn').first().waitFor()
    const { body } = await client.get<{ verdicts: { withdrawnAt: string | null }[] }>('/api/v1/verdicts', {
      limit: '1',
    })
    expect(body.verdicts).toMatchObject([{ withdrawnAt: expect.any(String) }])
    const seen = await page.evaluate(`location.href + document.title + JSON.stringify(history.state)`)
    expect(seen).not.toMatch(/haniya/i)
  },
)

const opened = beforeTests(
  async () => {
    buildPages()
    const world = await openWorld()
    const { service, full } = world
    const browser = await openBrowser(chromium ?? '')
    const context = await browser.newContext({ storageState: await signedIn(world, full.companyId) })
    const { page } = await openWatchedPage(context, service.baseUrl)
    const { secret } = await service.newKey(full, { scopes: ['screening:read'] })
    return { service, browser, page, client: clientOf(service.baseUrl, secret) }
  },
  async ({ service, browser }) => {
    await browser.close()
    await service.stop()
  },
)
