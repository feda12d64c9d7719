/** Orders at Pebble, a real authority, which finds the proofs at a real gateway. Only the clock is ours, so that nobody waits. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { writeCertificate } from '@service/compute-testing/certificates.ts'
import { aDeployment, ask, startGateway } from '@service/compute-testing/gateway.ts'
import { startNameServer } from '@service/compute-testing/name-server.ts'
import { hasPebble, startPebble } from '@service/compute-testing/pebble.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { makeOutbound } from '@service/foundation/outbound/outbound.ts'
import { makeSealer } from '@service/foundation/sealing/sealing.ts'
import { accountsOf } from '@service/foundation-testing/accounts.ts'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openCertificateFiles } from '../gateway/gateway.ts'
import { migrations } from '../migration-folders.ts'
import { certificatesOf, makeCertificates } from './certificates.ts'
import { type Step, steps } from './order-certificate.ts'

const day = 86_400_000
const externalAccount = { keyId: 'our-account', secret: randomBytes(32) }
const sealer = makeSealer([{ id: 'k', bytes: randomBytes(32) }], { randomBytes })
const blockedName = 'blocked.example.org'

describe.runIf(hasPebble())('certificates', () => {
  let at = Date.now()
  const lines: string[] = []
  const log = makeLogger({ level: 'info', form: 'json', to: { write: (line) => void lines.push(line) } })
  const outbound = makeOutbound({ allow: ['127.0.0.1', '::1'], allowHttp: false })

  const world = beforeTests(
    async () => {
      const db = await fastestEngine.create(migrations)
      const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
      const names = await startNameServer()
      const file = writeCertificate(folder, { names: ['*.apps.example.com', 'own.example.org'] })
      const files = await openCertificateFiles(file, { log, now: () => new Date(), domain: 'apps.example.com' })
      const serving = aProcess(db, 'https://localhost:1/none')
      const gateway = await startGateway(db, {
        domain: 'apps.example.com',
        certificates: files,
        ordered: serving,
        redirectPort: 0,
      })
      const { companyId } = await accountsOf(anAdministration({ db })).newCompany()
      const { id } = await aDeployment(db, { companyId, simulated: true }) // whose endpoint gets none
      const pebble = await startPebble({
        httpPort: gateway.redirectPort!,
        nameServer: names.address,
        keys: { [externalAccount.keyId]: externalAccount.secret.toString('base64url') },
        blockedName,
      })
      const root = await vi.waitUntil(() => pebble.root(), { timeout: 20_000 })
      const close = async () => {
        await pebble.close()
        await gateway.close()
        await outbound.close()
        files.close()
        await names.close()
        rmSync(folder, { recursive: true })
        await db.drop()
      }
      const lead = async (domain: string, status = 'active') => {
        await sql`
          insert into endpoint_domains (domain, company_id, deployment_id, token, status, created_at, due_at)
          values (${domain}, ${companyId}, ${id}, 'token', ${status}, now(), now())`.execute(db.connection)
      }
      return { db, names, gateway, pebble, root, lead, close, file }
    },
    ({ close }) => close(),
  )

  /** Another process of the service, on the same database. */
  function aProcess(
    db: Parameters<typeof certificatesOf>[0],
    directory: string,
    atStep?: (step: Step) => Promise<void>,
  ) {
    const now = () => new Date(at)
    const scope = () => ({ covered: ['*.apps.example.com', 'own.example.org'], endpointSuffix: '.apps.example.net' })
    return makeCertificates(
      {
        ...{ db, now, log, sealer, outbound, scope, atStep },
        newId: makeNewId({ now, randomBytes }),
        uptimeMs: () => at,
        random: () => 0,
      },
      { directory, contact: 'people@example.org', externalAccount },
    )
  }

  const stateOf = async (name: string) => (await certificatesOf(world.db, [name])).get(name)

  /** Time passes until it is in this state. */
  const until = (status: string, name: string, work: () => Promise<unknown>) =>
    vi.waitFor(
      async () => {
        at += 2_500
        await work()
        expect((await stateOf(name))?.status).toBe(status)
      },
      { timeout: 30_000, interval: 20 },
    )

  /** The serial number of what a caller sees who trusts the authority alone; undefined where the handshake fails. */
  const seen = (servername: string, ca = world.root): Promise<string | undefined> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: world.gateway.port, servername, ca }, () => {
        resolve(socket.getPeerCertificate().serialNumber)
        socket.destroy()
      })
      socket.once('error', () => resolve(undefined))
    })

  test('a process may die at each step of an order, and the next goes on with the same account and order', async () => {
    const { db, pebble, names, lead } = world
    const name = 'killed.example.org'
    names.leadTo(name, '127.0.0.1')
    await lead(name)
    for (const step of steps) {
      let isDead = false
      const dying = aProcess(db, pebble.directory, async (reached) => {
        if (reached !== step) return
        isDead = true
        await new Promise(() => {}) // nothing more is heard of it
      })
      await vi.waitFor(
        async () => {
          at += 2_500
          await Promise.race([dying.work(), vi.waitUntil(() => isDead, { timeout: 20_000, interval: 5 })])
          expect(isDead, step).toBe(true)
        },
        { timeout: 30_000, interval: 20 },
      )
      expect(await seen(name)).toBeUndefined()
      at += 180_000 // its lease
    }
    await until('issued', name, aProcess(db, pebble.directory).work)
    expect(await seen(name)).toMatch(/^[0-9A-F]+$/)
    const counted = () =>
      [/There are now \d+ accounts/, /Added order/, /Issued certificate/].map(
        (line) => pebble.lines.filter((one) => line.test(one)).length,
      )
    await expect.poll(counted, { timeout: 10_000 }).toEqual([1, 2, 1]) // of two orders, the address of the first was never written
  })

  test('a domain gets a certificate, which is renewed after two thirds of its time; nobody else’s name does', async () => {
    const { db, pebble, names, lead, gateway, file } = world
    for (const name of ['app.example.org', 'claimed.example.org', 'own.example.org']) names.leadTo(name, '127.0.0.1')
    await lead('app.example.org')
    await lead('claimed.example.org', 'pending')
    await lead('own.example.org') // the certificate file has it
    const [one, other] = [aProcess(db, pebble.directory), aProcess(db, pebble.directory)]
    await until('issued', 'app.example.org', () => Promise.all([one.work(), other.work()]))
    const first = await seen('app.example.org')
    expect(first).toMatch(/^[0-9A-F]+$/)
    expect(await stateOf('claimed.example.org')).toBeUndefined()
    expect(await stateOf('own.example.org')).toBeUndefined()
    expect(await seen('claimed.example.org')).toBeUndefined()
    expect(await seen('own.example.org', file.certificate)).toMatch(/^[0-9A-F]+$/)
    const path = '/.well-known/acme-challenge/AAAAAAAAAAAAAAAAAAAAAAAA'
    expect((await ask(gateway.redirectPort!, { host: 'app.example.org', path })).status).toBe(308)

    at += 59 * day
    await one.work()
    at += 60_000
    expect(await seen('app.example.org')).toBe(first)
    at += day
    await vi.waitFor(
      async () => {
        await one.work()
        at += 31_000 // so long a process trusts what it has read
        expect([first, undefined]).not.toContain(await seen('app.example.org'))
      },
      { timeout: 30_000, interval: 20 },
    )
  })

  test('an endpoint gets one of its own where the operator wants that, until it has ended', async () => {
    const { db, pebble, names } = world
    const { name, id } = await aDeployment(db)
    const host = `${name}.apps.example.net`
    names.leadTo(host, '127.0.0.1')
    const { work } = aProcess(db, pebble.directory)
    await until('issued', host, work)
    expect(await seen(host)).toMatch(/^[0-9A-F]+$/)
    await sql`update deployments set ended_at = now(), status = 'stopped' where deployment_id = ${id}`.execute(
      db.connection,
    )
    at += 61 * day
    await work()
    expect(await stateOf(host)).toBeUndefined()
  })

  test('a name that fails says why, is left alone for a while, and gets its certificate once that is mended', async () => {
    const { db, pebble, names, lead } = world
    const name = 'lost.example.org'
    await lead(name)
    await lead(blockedName)
    const { work } = aProcess(db, pebble.directory)
    await until('failing', name, work)
    await until('failing', blockedName, work)
    expect((await stateOf(name))?.message).toMatch(/^The certificate authority refused: .*lost\.example\.org/)
    expect((await stateOf(blockedName))?.message).toContain('blocked.example.org')
    expect(lines.filter((line) => line.includes(`"domain":"${name}"`)).join()).toContain(
      'a certificate could not be ordered',
    )
    names.leadTo(name, '127.0.0.1')
    const attempts = async () =>
      (await sql`select failures, due_at from gateway_certificates where name = ${name}`.execute(db.connection)).rows
    const before = await attempts()
    at += 5 * 60_000
    await work()
    expect(await attempts()).toEqual(before)
    at += 10 * 60_000
    await until('issued', name, work)
    expect(await seen(name)).toMatch(/^[0-9A-F]+$/)
  })

  test('while the authority cannot be reached, an order is kept', async () => {
    const { db, lead } = world
    await lead('away.example.org')
    await until('failing', 'away.example.org', aProcess(db, 'https://localhost:1024/dir').work)
    expect((await stateOf('away.example.org'))?.message).toBe(
      'The certificate authority cannot be reached (unreachable).',
    )
  })
})
