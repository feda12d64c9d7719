/** `svc` at a terminal against the real service: progress, interruptions, the live table, narrow widths, pipes that close. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'
import { builtProgram, inTerminal, missingPython, severalAtOnce, svc } from '../testing/svc.ts'

const titled = missingPython ? ` (not run: ${missingPython})` : ''
const ctrlC = '\u0003'

describe.skipIf(missingPython && !process.env.CI).each(databaseEngines.slice(-1))(
  `svc at a terminal on $name${titled}`,
  (engine) => {
    const service = useService(engine)
    const account = beforeTests(() => newClient(service))
    const env = (more: Record<string, string> = {}) => ({
      SERVICE_API_KEY: account.secret,
      SERVICE_BASE_URL: service.baseUrl,
      ...more,
    })
    const run = (line: string) => svc(line.split(' '), { env: env() })
    const at = (
      line: string,
      { env: more, ...size }: { columns?: number; rows?: number; env?: Record<string, string> } = {},
    ) => inTerminal(line.split(' '), { env: env(more), ...size })

    test('progress is one line that goes away, and colours are there', async () => {
      const session = at('deploy sim/ok --gpu H100 --name shown --label team=search')
      const { code, shown } = await session.end()
      expect(code).toBe(0)
      expect(session.output).toMatch(/⠋ \S+ is /)
      expect(shown).toMatch(/^id +dep_\w+\nstatus +running\n/)
      expect(session.output).toContain('\u001b[32mrunning')
      const plain = at('get shown', { env: { NO_COLOR: '1' } })
      await plain.end()
      expect(plain.output).not.toContain('\u001b')
      expect(plain.output).toMatch(/^labels +team=search\r$/m)
      const dumb = at('list', { env: { TERM: 'dumb' } })
      await dumb.end()
      expect(dumb.output).not.toContain('\u001b')
    })

    test.each([100, 42, 24])('tables fit into %i columns, and ids are whole', async (columns) => {
      await severalAtOnce(
        [
          'list',
          'list --label team=search',
          'hubs',
          'regions',
          'pricing',
          'usage -d',
          'deploy sim/ok --gpu H100 --dry-run',
          'monitor --once',
        ],
        async (line) => {
          const session = at(line, { columns, env: { NO_COLOR: '1' } })
          expect((await session.end()).code, line).toBe(0)
          const rows = session.output.split('\r\n')
          const table = rows.filter((text) => /^(?:HUB|REGION|GPU|NAME|ID|[a-z]{2}-[a-z]+-\d) /.test(text))
          for (const text of table) expect(text.length, text).toBeLessThanOrEqual(columns)
        },
      )
      const ids = await at('list', { columns }).end()
      const [id] = (await run('list -q')).stdout.split('\n')
      expect(ids.shown.replaceAll('\n', '')).toContain(id)
    })

    test('an interrupted wait ends with 130 and says the id', async () => {
      const session = at('deploy sim/slow-pull --gpu H100 --name slow')
      await session.shows('is provisioning')
      session.press(ctrlC)
      const { code, shown } = await session.end()
      expect(code).toBe(130)
      const [, id] = /Interrupted\. (dep_\w+) goes on: svc get/.exec(shown.replaceAll('\n', ' '))!
      expect((await run(`get ${id} --json`)).stdout).toContain('"status": "provisioning"')
      await run(`delete ${id}`)
    })

    test.each(['stop', 'delete'])('an interrupted %s ends with 130 and says the id, and goes on', async (command) => {
      const id = (await run('deploy sim/ok --gpu H100 -q')).stdout.trim()
      const released = Promise.withResolvers<void>()
      // The service does what it was asked for; the response to who waits for the end does not come.
      const proxy = createServer(async (request, response) => {
        const chunks = await request.toArray()
        const { method = '', headers, url } = request
        const made = await fetch(`${service.baseUrl}${url}`, {
          method,
          headers: {
            authorization: headers.authorization!,
            ...(chunks.length > 0 && { 'content-type': 'application/json' }),
          },
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        })
        const text = await made.text()
        if (/wait_seconds=[1-9]/.test(url ?? '')) await released.promise
        response.writeHead(made.status, { 'content-type': 'application/json' }).end(text || undefined)
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const session = at(`${command} ${id}`, { env: { SERVICE_BASE_URL: address } })
      await session.shows(/dep_\w+ is (?:stopping|being deleted|ending)/)
      session.press(ctrlC)
      const { code, shown } = await session.end()
      expect({ code, shown: shown.replaceAll('\n', ' ') }).toEqual({
        code: 130,
        shown: expect.stringMatching(new RegExp(`Interrupted\\. ${id} is .+ all the same`)),
      })
      released.resolve()
      proxy.close()
      proxy.closeAllConnections()
      expect((await run(`get ${id} --json`)).stdout).not.toContain('"status": "running"')
    })

    test('interrupted logs end with 130 and say how to follow on', async () => {
      const { stdout } = await run('deploy sim/ok --gpu H100 -q')
      const id = stdout.trim()
      const logs = at(`logs -f ${id}`)
      await logs.shows('simulated: sim/ok started')
      logs.press(ctrlC)
      expect(await logs.end()).toMatchObject({ code: 130, shown: expect.stringContaining(`svc logs -f ${id}`) })
      await run(`delete ${id}`)
    })

    test('an interruption before the id is known waits for it', async () => {
      let isAsked: () => void = () => {}
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve
      })
      const proxy = createServer(async (request, response) => {
        const chunks = await request.toArray()
        const headers = { authorization: request.headers.authorization!, 'content-type': 'application/json' }
        const method = request.method!
        const made = await fetch(`${service.baseUrl}${request.url}`, {
          method,
          headers,
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        })
        const text = await made.text()
        isAsked()
        await interrupted
        response.writeHead(made.status, { 'content-type': 'application/json' }).end(text)
      })
      let hasBeen: () => void = () => {}
      const interrupted = new Promise<void>((resolve) => {
        hasBeen = resolve
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const session = at('deploy sim/ok --gpu H100', { env: { SERVICE_BASE_URL: address } })
      await asked
      session.press(ctrlC)
      await expect.poll(() => session.output).toContain('^C')
      hasBeen()
      const { code, shown } = await session.end()
      expect(code).toBe(130)
      const [, id] = /Interrupted\. (dep_\w+) goes on/.exec(shown)!
      expect((await run(`delete ${id}`)).code).toBe(0)
      proxy.close()
    })

    test('the live table follows, fits after a change of size, and leaves the terminal as it was', async () => {
      await run('deploy sim/ok --gpu H100 --name watched')
      const session = at('monitor --interval 1s', { columns: 90, rows: 12 })
      await session.shows(/^watched +running/m)
      expect(session.screen).toMatchObject({ isOther: true, isCursorShown: false })
      await run('stop watched')
      await session.shows(/^watched +stopped/m)
      session.resize(40, 8)
      session.press('r')
      await session.shows(/^NAME +STATUS +HUB[ A-Z]*$/m)
      session.press('q')
      expect(await session.end()).toEqual({ code: 0, shown: '' })
      expect(session.screen).toMatchObject({ isOther: false, isCursorShown: true })
      const typedAhead = at('monitor')
      await typedAhead.shows('q quits')
      typedAhead.press('\u001bOQrq') // F2, which quits nothing, and two keys at once
      expect((await typedAhead.end()).code).toBe(0)
      const interrupted = at('monitor')
      await interrupted.shows('q quits')
      interrupted.press(ctrlC)
      expect((await interrupted.end()).code).toBe(0)
      expect(interrupted.screen.isOther).toBe(false)
    })

    test('logs and events are followed until the end', async () => {
      const { stdout: id } = await run('deploy sim/ok --gpu H100 -q')
      const logs = at(`logs -f ${id.trim()}`)
      const events = at(`events -f ${id.trim()}`)
      await Promise.all([logs.shows('simulated: sim/ok started'), events.shows(/ running /)])
      await run(`stop ${id.trim()}`)
      expect((await logs.end()).code).toBe(0)
      expect(await events.end()).toMatchObject({ code: 0, shown: expect.stringMatching(/ stopped /) })
      await run(`delete ${id.trim()}`)
    })

    test('the events of all deployments are followed until an interruption', async () => {
      const all = at('events -f')
      await all.shows('Following all deployments')
      const { stdout } = await run('deploy sim/ok --gpu H100 -q')
      const id = stdout.trim()
      await all.shows(new RegExp(`${id} +running `))
      all.press(ctrlC)
      expect((await all.end()).shown).toMatch(new RegExp(`${id} +provisioning `))
      await run(`delete ${id}`)
      expect(await at('events').end()).toMatchObject({ code: 2 })
    })

    test('in the sandbox, too, what happens is followed, without an account', async () => {
      const response = await fetch(`${service.baseUrl}/sandbox/v1/session`)
      const { session } = (await response.json()) as { session: string }
      const sandbox = { SERVICE_API_KEY: session, SERVICE_BASE_URL: `${service.baseUrl}/sandbox` }
      const all = at('events -f', { env: sandbox })
      await all.shows('Following all deployments')
      const { stdout: id } = await svc(['deploy', 'sim/ok', '--gpu', 'H100', '-q'], { env: env(sandbox) })
      const one = at(`events -f ${id.trim()}`, { env: sandbox })
      await Promise.all([all.shows(new RegExp(`${id.trim()} +running `)), one.shows(/ running /)])
      expect((await svc(['stop', id.trim()], { env: env(sandbox) })).code).toBe(0)
      await all.shows(new RegExp(`${id.trim()} +stopped `))
      expect((await one.end()).code).toBe(0)
      all.press(ctrlC)
      expect((await all.end()).code).toBe(130)
    })

    test('a chart is drawn of a forecast', async () => {
      const { shown } = await at('carbon SE --forecast', { columns: 60 }).end()
      expect(shown).toMatch(/gCO2e\/kWh, SE, hours in UTC\n21 +█+\n/)
      expect(
        Math.max(
          ...shown
            .split('\n')
            .slice(0, 8)
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(60)
      const ascii = await at('carbon SE --forecast', { columns: 30, env: { LANG: 'C' } }).end()
      expect(ascii.shown).toMatch(/\n21 +#+\n/)
    })

    test('a reader that has enough ends it quietly', async () => {
      const bash = (line: string) =>
        svc(['-c', `svc() { "${builtProgram.join('" "')}" "$@"; }; ${line}; echo "codes \${PIPESTATUS[*]}"`], {
          env: env(),
          program: ['bash'],
        })
      expect(await bash('svc hubs --json | head -1')).toEqual({ code: 0, stdout: '{\ncodes 0 0\n', stderr: '' })
      expect(await bash('svc regions | true')).toEqual({ code: 0, stdout: 'codes 0 0\n', stderr: '' })
      expect(await bash('svc list >&-')).toMatchObject({ stderr: '' })
    })
  },
)
