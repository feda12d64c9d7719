/** Keys that are kept: typed at a terminal, read from a pipe, for one address, for nobody else to read. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'
import { inTerminal, missingPython, svc } from '../testing/svc.ts'

const titled = missingPython ? ` (not run: ${missingPython})` : ''

describe.each(databaseEngines.slice(-1))('svc login on $name', (engine) => {
  const service = useService(engine)
  const account = beforeTests(() => newClient(service))
  const home = beforeTests(
    async () => ({ path: mkdtempSync(join(tmpdir(), 'svc-login-')) }),
    async ({ path }) => rmSync(path, { recursive: true }),
  )
  const file = () => join(home.path, '.config/service/credentials.json')
  const run = (line: string, input = '', more: Record<string, string> = {}) =>
    svc(line.split(' '), { env: { HOME: home.path, ...more }, input })

  test('a key from a pipe is checked, kept for its owner alone, and used', async () => {
    expect(await run('list')).toMatchObject({ code: 4 })
    const wrong = await run(`login --key-stdin --base-url ${service.baseUrl}`, 'svc_wrong')
    expect(wrong).toMatchObject({ code: 4, stderr: expect.stringContaining('The key was not kept') })
    expect(existsSync(file())).toBe(false)
    const kept = await run(`login --key-stdin --base-url ${service.baseUrl}`, `${account.secret}\n`)
    expect(kept).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining(file()) })
    expect(`${kept.stderr}${wrong.stderr}`).not.toContain(account.secret)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(join(file(), '..')).mode & 0o777).toBe(0o700)
    expect(await run('list')).toMatchObject({ code: 0 })
  })

  test('it goes to no other address than its own', async () => {
    const elsewhere = await run('list', '', { SERVICE_BASE_URL: 'http://127.0.0.1:1' })
    expect(elsewhere).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`for ${service.baseUrl} and goes nowhere else`),
    })
    expect(await run('list', '', { SERVICE_API_KEY: 'svc_other' })).toMatchObject({ code: 4 })
  })

  test('a file that others may read is refused', async () => {
    chmodSync(file(), 0o644)
    expect(await run('list')).toMatchObject({ code: 4, stderr: expect.stringContaining('chmod 600') })
    chmodSync(file(), 0o600)
  })

  test.skipIf(missingPython && !process.env.CI)(`a typed key is not shown${titled}`, async () => {
    const session = inTerminal(['login', '--key', '--base-url', service.baseUrl], { env: { HOME: home.path } })
    await session.shows('it is not shown')
    session.press(`${account.secret.slice(0, 9)}x\u007f`)
    session.press(`\u001b[200~${account.secret.slice(9)}\u001b[201~\r`)
    const { code, shown } = await session.end()
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining('is kept in') })
    expect(session.output).not.toContain(account.secret.slice(9, 20))
    const given = inTerminal(['login', '--key', '--base-url', service.baseUrl], { env: { HOME: home.path } })
    await given.shows('it is not shown')
    given.press('\u0003')
    expect((await given.end()).code).toBe(130)
  })

  test('without a keyboard, and without a keyring, it says what to do', async () => {
    expect(await run('login')).toMatchObject({ code: 2, stderr: expect.stringContaining('--key-stdin') })
    const none = await run('login --keyring --key-stdin', 'svc_x', { PATH: '/nowhere' })
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('libsecret-tools') })
  })

  test('logout forgets it', async () => {
    const { compute } = JSON.parse(readFileSync(file(), 'utf8'))
    expect(compute.baseUrl).toBe(service.baseUrl)
    expect(await run('logout')).toMatchObject({ code: 0 })
    expect(existsSync(file())).toBe(false)
    expect(await run('list')).toMatchObject({ code: 4 })
  })
})
