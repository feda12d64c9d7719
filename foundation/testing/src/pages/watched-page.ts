/** A page of a service in a browser, with all that went wrong in it. */
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { vi } from 'vitest'

export type WatchedPage = {
  page: Page
  /** What went wrong since this was last asked: console, policy, requests elsewhere. */
  takeFaults(): string[]
  /** Until nothing more is asked for. */
  settled(): Promise<void>
}

export async function openWatchedPage(context: BrowserContext, baseUrl: string): Promise<WatchedPage> {
  const page = await context.newPage()
  const faults: string[] = []
  let waiting = 0
  let lastAt = Date.now()
  const count = (change: number) => {
    waiting += change
    lastAt = Date.now()
  }
  page.on('request', () => count(1))
  page.on('requestfinished', () => count(-1))
  page.on('requestfailed', () => count(-1))
  page.on('console', (message) => {
    // The browser itself notes every response from 400 on.
    if (!message.text().startsWith('Failed to load resource'))
      faults.push(`console ${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseUrl}/`)) faults.push(`request elsewhere: ${request.url()}`)
  })
  return {
    page,
    takeFaults: () => faults.splice(0),
    settled: () =>
      vi
        .waitUntil(() => waiting === 0 && Date.now() - lastAt > quietMs, { timeout: 20_000, interval: 20 })
        .then(() => {}),
  }
}

/** What was asked for has been drawn by then. */
const quietMs = 80

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Which rules: colours are the same at every width, and all else is the same in both themes. */
type Rules = 'all' | 'colours' | 'all but colours'

/** What keeps people from using the page as it stands. */
export async function axeFaults(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Of what is right, axe would describe every element too, which takes it most of its time.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (rules === 'colours') builder.withRules(['color-contrast'])
  else builder.withTags(axeTags)
  if (rules === 'all but colours') builder.disableRules(['color-contrast'])
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** One heading, which gives the page its title and has the focus, if not that of an open panel; nothing wider than the window. */
export async function frameFaults(page: Page): Promise<string[]> {
  const found = (await page.evaluate(`(() => {
    const headings = [...document.querySelectorAll('h1')]
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 1 && !one.closest('pre, .tabs, .hidden-visually'))
      .map((one) => one.outerHTML.slice(0, 120))
    return {
      headings: headings.map((one) => one.textContent),
      title: document.title,
      focus: document.activeElement?.outerHTML.slice(0, 120) ?? '',
      focused: document.activeElement?.tagName,
      dialog: document.querySelector('dialog:modal') !== null,
      overflow: scrollWidth > clientWidth ? [scrollWidth + ' of ' + clientWidth + ' px: ' + wide.slice(0, 3).join(' ')] : [],
    }
  })()`)) as {
    headings: string[]
    title: string
    focus: string
    focused: string
    dialog: boolean
    overflow: string[]
  }
  const { headings, title, focus, focused, dialog, overflow } = found
  return [
    ...(headings.length === 1 ? [] : [`headings: ${headings.join(', ') || 'none'}`]),
    ...(headings[0] && title.startsWith(headings[0]) ? [] : [`the title "${title}" does not begin with the heading`]),
    ...(focused === 'H1' || focused === 'H2' || dialog ? [] : [`the focus is on ${focus}`]),
    ...overflow.map((text) => `wider than the window: ${text}`),
  ]
}
