/** A key through a browser: `svc` at a terminal as over SSH, a person in a real browser, and every way in which it comes to nothing. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { newPerson, TestBrowser } from '@service/foundation-testing/signed-in.ts'
import { describe, expect, test } from 'vitest'
import { inTerminal, missingPython, svc } from '../testing/svc.ts'

const password = 'seven quiet foxes at dawn'
const chromium = findChromium()
const titled = missingPython ? ` (not run: ${missingPython})` : ''

describe.skipIf(missingPython && !process.env.CI).each(databaseEngines.slice(-1))(
  `svc login by a browser on $name${titled}`,
  (engine) => {
    const service = useService(engine)
    const company = beforeTests(() => newClient(service))
    const home = beforeTests(
      async () => ({ path: mkdtempSync(join(tmpdir(), 'svc-browser-')) }),
      async ({ path }) => rmSync(path, { recursive: true }),
    )
    const env = () => ({ HOME: home.path, SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' })
    const login = (...more: string[]) =>
      inTerminal(['login', '--base-url', service.baseUrl, ...more], { env: env(), columns: 120 })
    const begin = async (...more: string[]) => {
      const session = login(...more)
      const shown = await session.shows(/compare the code: [A-Z]{4}-[A-Z]{4}/)
      const [address] = /http\S+\/oauth\/device\?code=[A-Z-]+/.exec(shown)!
      return { session, address, code: address.slice(-9) }
    }
    const signedIn = async (role = 'admin') => {
      const { email, userId } = await newPerson(service, company.companyId, { role, password })
      const browser = new TestBrowser(service)
      expect((await browser.send('POST', '/auth/sign-in', { email, password })).status).toBe(200)
      return { browser, userId }
    }

    test.skipIf(chromium === undefined)('a person compares the code, chooses, and svc works', async () => {
      const { email } = await newPerson(service, company.companyId, { role: 'admin', password })
      const { session, address, code } = await begin()
      const open = await openBrowser(chromium!)
      try {
        const page = await (await open.newContext({ viewport: { width: 360, height: 740 } })).newPage()
        const faults: string[] = []
        page.on('pageerror', (error) => faults.push(error.message))
        page.on('console', (message) => void (message.text().includes('Policy') && faults.push(message.text())))
        await page.goto(address)
        await page.getByLabel('E-mail address').fill(email)
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByText(code).waitFor()
        expect(await page.getByLabel('Name of the key').inputValue()).toBe(`svc on ${hostname()}`)
        expect(await page.getByLabel('read deployments').isChecked()).toBe(true)
        const writes = page.getByLabel('write deployments: it can change things')
        expect(await writes.isChecked()).toBe(false)
        await writes.check()
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
        await page.getByRole('button', { name: 'Give the key' }).click()
        await page.getByText('Done. svc has its key').waitFor()
        expect(faults).toEqual([])
      } finally {
        await open.close()
      }
      const { code: exit, shown } = await session.end()
      expect({ exit, shown }).toEqual({ exit: 0, shown: expect.stringContaining('is kept in') })
      expect(shown).toMatch(/It is called "svc on .+" and may deployments:read, deployments:write, until 20/)
      const file = join(home.path, '.config/service/credentials.json')
      const { apiKey } = JSON.parse(readFileSync(file, 'utf8')).compute
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(session.output).not.toContain(apiKey)
      expect(await svc(['list'], { env: env() })).toMatchObject({ code: 0 })
    })

    test('what is refused ends in words and with 4', async () => {
      const { browser } = await signedIn()
      const { session, code } = await begin('--no-open')
      expect((await browser.send('POST', '/oauth/device/decide', { code })).status).toBe(204)
      const { code: exit, shown } = await session.end()
      expect({ exit, shown }).toEqual({ exit: 4, shown: expect.stringContaining('The key was refused') })
    })

    test('what is taken away before svc fetches it is no key', async () => {
      const { browser, userId } = await signedIn()
      const { session, code } = await begin('--quiet')
      const key = { name: 'taken', scopes: ['deployments:read'], days: 1 }
      expect((await browser.send('POST', '/oauth/device/decide', { code, key })).status).toBe(204)
      await service.administration.endMemberSessions(byTester, company.companyId, userId)
      const { code: exit, shown } = await session.end()
      expect({ exit, shown }).toEqual({ exit: 4, shown: expect.stringContaining('Nobody allowed the key in time') })
    })

    test('an interrupted wait keeps nothing', async () => {
      const { session } = await begin()
      session.press('\u0003')
      const { code, shown } = await session.end()
      expect({ code, shown }).toEqual({ code: 130, shown: expect.stringContaining('No key was kept') })
    })
  },
)

describe.skipIf(missingPython && !process.env.CI)(`a service that is another, or hostile${titled}`, () => {
  async function against(listener: RequestListener): Promise<{ code: number | null; shown: string }> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      return await inTerminal(['login', '--base-url', `http://127.0.0.1:${port}`], { columns: 120 }).end()
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }
  const asked = {
    device_code: 'x',
    user_code: 'BCDF-GHJK',
    verification_uri_complete: 'https://service.example/oauth/device',
    expires_in: 600,
    interval: 1,
  }
  const json = (status: number, body: object): RequestListener => {
    return (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
  }

  test('a service that gives out no keys says how else', async () => {
    const { code, shown } = await against(json(404, {}))
    expect({ code, shown }).toEqual({ code: 4, shown: expect.stringContaining('svc login --key') })
  })

  test.each([
    { ...asked, verification_uri_complete: 'file:///etc/passwd' },
    { ...asked, verification_uri_complete: 'https://x/\u001b[2J' },
    { ...asked, user_code: '\u001b]0;owned\u0007' },
    { ...asked, device_code: 1 },
    {},
  ])('%j is no code, and nothing is opened', async (body) => {
    const { code, shown } = await against(json(200, body))
    expect({ code, shown }).toEqual({ code: 1, shown: expect.stringContaining('something else than a code') })
  })

  test('a connection that breaks and a service that is busy cost nothing but time; a key that is none is refused', async () => {
    let polls = 0
    const { code, shown } = await against((request, response) => {
      if (request.url!.endsWith('device_authorization')) return json(200, asked)(request, response)
      polls += 1
      if (polls === 1) return request.socket.destroy()
      return json(200, { access_token: 'svc_"; rm -rf' })(request, response)
    })
    expect(polls).toBe(2)
    expect({ code, shown }).toEqual({ code: 1, shown: expect.stringContaining('something else than a key') })
  })
})
