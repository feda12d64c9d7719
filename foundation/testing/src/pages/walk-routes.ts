/**
 * Opens every route of an interface in every state, in a real browser on a real service, and looks for what must not be: a
 * fault that axe finds, a breach of the policy, a request elsewhere, a word on the console, a page wider than its window, a
 * heading that is not one or has no focus. A route without its cases fails.
 *
 * Failures that a service seldom has are put in between the browser and the service.
 */
import { readdirSync } from 'node:fs'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beforeTests } from '../before-tests.ts'
import { findChromium, openBrowser } from './browser.ts'
import type { RouteCase, RouteCases } from './route-case.ts'
import { axeFaults, frameFaults, openWatchedPage, type WatchedPage } from './watched-page.ts'

type StorageState = NonNullable<Exclude<BrowserContextOptions['storageState'], string | undefined>>

export type Walk<World> = {
  /** Where the interface is: `/admin`. */
  path: string
  /** What a browser keeps in which somebody is signed in: of the company that has data, or of the one that has none. */
  signedIn: (world: World, company: 'full' | 'empty') => Promise<StorageState>
}

type Given<World> = Walk<World> & {
  /** Of the cases: `overview.cases.ts`. */
  folder: string
  makeRouter: () => { routesById: Record<string, { fullPath: string }> }
  open: () => Promise<World>
}

/** Registers the tests. */
export async function walkRoutes<World extends { service: { baseUrl: string; stop(): Promise<void> } }>(
  given: Given<World>,
): Promise<void> {
  const rooms: { cases: RouteCases<World> }[] = await Promise.all(
    readdirSync(given.folder)
      .filter((name) => name.endsWith('.cases.ts'))
      .map((name) => import(given.folder + name)),
  )
  const cases: RouteCases<World> = Object.assign({}, ...rooms.map((room) => room.cases))
  const routes = Object.entries(given.makeRouter().routesById)
    .filter(([id]) => id !== '__root__' && !id.endsWith('shell'))
    .map(([, { fullPath }]) => (fullPath === '/' ? '/' : fullPath.replace(/\/$/, '')))

  test('every route has its cases, and every case its route', () => {
    expect(Object.keys(cases).sort()).toEqual([...new Set(routes)].sort())
  })

  const chromium = findChromium()

  describe.runIf(chromium !== undefined)('in a browser', () => {
    const world = beforeTests(given.open, ({ service }) => service.stop())
    let browser: Browser
    beforeAll(async () => {
      browser = await openBrowser(chromium ?? '')
    })
    afterAll(() => browser?.close())

    test.concurrent.each(Object.entries(cases).filter(([path]) => routes.includes(path)))(
      '%s',
      async (_path, routeCase) => {
        const opened = { ...given, world, browser, baseUrl: world.service.baseUrl, routeCase }
        const faults = routeCase.elsewhere ? await walkOnce(opened) : await walkStates(opened)
        expect(faults).toEqual([])
      },
    )
  })
}

type Opened<World> = Walk<World> & { world: World; baseUrl: string; browser: Browser; routeCase: RouteCase<World> }

/** What screens ask for; who is signed in is asked by what stands around them. */
const asked = /\/(?:api\/v1|v1|auth)\/(?!session$)/

const wide = { width: 1600, height: 900 }
const narrow = { width: 360, height: 740 }

const addressOf = async <World>({ world, baseUrl, path, routeCase: { at } }: Opened<World>): Promise<string> =>
  `${baseUrl}${path}${typeof at === 'string' ? at : await at(world)}`

async function within<T>(
  browser: Browser,
  state: Parameters<Browser['newContext']>[0],
  use: (context: BrowserContext) => Promise<T>,
) {
  const context = await browser.newContext({ viewport: wide, reducedMotion: 'reduce', ...state })
  try {
    return await use(context)
  } finally {
    // A screen that asks again while it is closed is no fault of the walk's answers.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

const named = (state: string, faults: readonly string[]): string[] => faults.map((fault) => `${state}: ${fault}`)

/** One page for all states: a context of each would cost more than what it shows. */
async function walkStates<World>(opened: Opened<World>): Promise<string[]> {
  const { world, browser, baseUrl, path, signedIn, routeCase } = opened
  const { at, outside, asksNothing, empty } = routeCase
  const state = outside ? {} : { storageState: await signedIn(world, 'full') }
  return within(browser, state, async (context) => {
    const watched = await openWatchedPage(context, baseUrl)
    const address = await addressOf(opened)
    const faults = await walkFilled(watched, address, routeCase)
    await watched.page.setViewportSize(wide)
    if (!asksNothing) faults.push(...(await walkFailures(watched, address, outside ? undefined : `${path}/nowhere`)))
    if (outside) return faults
    await context.clearCookies()
    faults.push(...(await walkSignedOut(watched, address)))
    if (!empty) return faults
    await context.addCookies((await signedIn(world, 'empty')).cookies)
    faults.push(...(await walkEmpty(watched, `${baseUrl}${path}${empty.at ?? at}`, empty.shows)))
    return faults
  })
}

/** With data: both themes, both widths, and texts longer than anybody expects. */
async function walkFilled<World>(
  { page, takeFaults, settled }: WatchedPage,
  address: string,
  { shows, asksNothing }: RouteCase<World>,
): Promise<string[]> {
  await page.goto(address)
  await shown(page, shows)
  const light = [...(await frameFaults(page)), ...(await axeFaults(page))]
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeFaults(page, 'colours')
  await page.setViewportSize(narrow)
  await page.emulateMedia({ colorScheme: 'light' })
  const narrowLight = [...(await frameFaults(page)), ...(await axeFaults(page, 'all but colours'))]
  if (!asksNothing) {
    await page.route(asked, lengthen)
    await page.reload()
    await headed(page)
    await settled()
    await page.unroute(asked)
  }
  const long = await frameFaults(page)
  return [
    ...named('light', light),
    ...named('dark', dark),
    ...named('narrow', narrowLight),
    ...named('long texts', long),
    ...takeFaults(),
  ]
}

async function walkOnce<World>(opened: Opened<World>): Promise<string[]> {
  const { world, browser, baseUrl, signedIn, routeCase } = opened
  const state = routeCase.outside ? {} : { storageState: await signedIn(world, 'full') }
  return within(browser, state, async (context) => {
    const { page, takeFaults } = await openWatchedPage(context, baseUrl)
    await page.goto(await addressOf(opened))
    await shown(page, routeCase.shows)
    return [...(await frameFaults(page)), ...(await axeFaults(page)), ...takeFaults()]
  })
}

/**
 * It is refused; it fails; it is not ready; nothing comes. The first is met by the page as it is loaded, the others as somebody
 * returns from `nowhere`, a screen that asks for nothing: loading the whole page costs several times as much.
 */
async function walkFailures(
  { page, takeFaults, settled }: WatchedPage,
  address: string,
  nowhere: string | undefined,
): Promise<string[]> {
  const faults: string[] = []
  const openAgain = async () => {
    if (nowhere === undefined) return void (await page.goto(address))
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(nowhere)})`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor({ timeout: 20_000 })
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  }
  for (const status of [403, 500, 503]) {
    await page.route(asked, (route) => refuse(route, status))
    if (status === 403) await page.goto(address)
    else await openAgain()
    await headed(page)
    await settled()
    faults.push(...named(String(status), [...(await frameFaults(page)), ...takeFaults()]))
    await page.unroute(asked)
  }
  await page.route(asked, () => {}) // is never let go
  await openAgain()
  await headed(page)
  faults.push(...named('loading', [...(await frameFaults(page)), ...takeFaults()]))
  await page.unroute(asked)
  return faults
}

/** The sign-in stands in place of the screen. */
async function walkSignedOut({ page, takeFaults }: WatchedPage, address: string): Promise<string[]> {
  await page.goto(address)
  await shown(page, 'Forgotten password')
  return named('signed out', [...(await frameFaults(page)), ...takeFaults()])
}

async function walkEmpty(
  { page, takeFaults }: WatchedPage,
  address: string,
  shows: string | RegExp,
): Promise<string[]> {
  await page.goto(address)
  await shown(page, shows)
  const faults = [...(await frameFaults(page)), ...(await axeFaults(page)), ...takeFaults()]
  await page.setViewportSize(narrow)
  return named('empty', [...faults, ...(await frameFaults(page))])
}

const shown = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: 20_000 })
/** The screen itself, and no longer what stands in its place while it is fetched. */
const headed = (page: Page): Promise<void> => page.locator('main.shell-main h1').first().waitFor({ timeout: 20_000 })

const refuse = (route: Route, status: number): Promise<void> =>
  route.fulfill({
    status,
    contentType: 'application/json',
    headers: { 'X-Service-Request-Id': 'req_walk', ...(status === 503 && { 'Retry-After': '30' }) },
    body: JSON.stringify({ error: 'Error', message: 'This was refused by the walk.' }),
  })

const lengthened = /^(?:title|name|description|email|source|url|query|outlet|note|message|reason|address|userAgent)$/

async function lengthen(route: Route): Promise<void> {
  const response = await route.fetch()
  const text = await response.text()
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
  const longer = (key: string, value: unknown): unknown =>
    typeof value === 'string' && lengthened.test(key)
      ? `${value}${'Donaudampfschifffahrt'.repeat(12)} ${'word '.repeat(40)}`
      : value
  return route.fulfill({ response, body: JSON.stringify(JSON.parse(text), longer) })
}
