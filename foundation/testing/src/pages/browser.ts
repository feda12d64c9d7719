/** A real Chromium for the tests of pages: the system's own. Where there is none, the tests say so; in CI they fail. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Of `PAGES_CHROMIUM`, or where the system has it; undefined where it has none. */
export function findChromium(env: Record<string, string | undefined> = process.env): string | undefined {
  const found = [env.PAGES_CHROMIUM ?? '', ...places].find((place) => place !== '' && existsSync(place))
  if (found !== undefined) return found
  if (env.CI === 'true') throw new Error('CI tests the pages, and no Chromium was found.')
  console.log('No Chromium found: pages are not tested. Debian has it in the package chromium.')
  return undefined
}

export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    // As root it starts without its sandbox alone.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  })
