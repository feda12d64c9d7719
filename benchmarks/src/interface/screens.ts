/** The main screens, and what a person does on each: every step is one interaction or a few. */
import type { Page } from 'playwright-core'

export type Screen = { path: string; act(page: Page): Promise<void> }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

export const screens: Readonly<Record<string, Screen>> = {
  overview: {
    path: '/',
    async act(page) {
      await button(page, 'Search').click()
      await page.keyboard.type('web')
      await page.keyboard.press('Escape')
    },
  },
  alerts: {
    path: '/alerts',
    async act(page) {
      await page.locator('main li a').first().focus()
      for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  score: {
    path: '/score',
    async act(page) {
      await page.locator('main summary').first().click()
      await page.locator('main summary').first().click()
    },
  },
  sentiment: {
    path: '/sentiment',
    async act(page) {
      await page.locator('main summary').first().click()
      await page.locator('main summary').first().click()
    },
  },
  articles: {
    path: '/articles',
    async act(page) {
      await page.locator('main tbody a, main li a').first().focus()
      await page.keyboard.press('PageDown')
      await page.locator('main select').first().focus()
      await page.keyboard.press('ArrowDown')
    },
  },
  webhooks: {
    path: '/webhooks',
    async act(page) {
      await button(page, 'Search').click()
      await page.keyboard.type('deliv')
      await page.keyboard.press('Escape')
    },
  },
  reports: {
    path: '/reports',
    async act(page) {
      await page.locator('main tbody a').first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  audit: {
    path: '/audit',
    async act(page) {
      await page.locator('main select').first().focus()
      await page.keyboard.press('ArrowDown')
      await page.locator('main tbody a').first().click()
    },
  },
}
