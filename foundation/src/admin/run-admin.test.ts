import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testAccess } from '@service/foundation-testing/access.ts'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { newPerson, sessionHeaders } from '@service/foundation-testing/signed-in.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as audit from '../audit/audit.ts'
import * as companies from '../companies/company-store.ts'
import { FolderInUse } from '../database/folder-lock.ts'
import { foundationMigrations } from '../database/migration-files.ts'
import { KeyRing } from '../keys/key-ring.ts'
import { makeNewId } from '../new-id.ts'
import { commands } from './all-commands.ts'
import { nameOf } from './command.ts'
import { outputAsText } from './print-output.ts'
import { runAdmin } from './run-admin.ts'

const keyCreate = ['key', 'create', '--company', 'acme', '--user', 'ada@acme.example', '--name', 'x']

test('control characters in a name do not reach the terminal', () => {
  const rows = [{ name: '\u001b[2Jgone\u0007' }]
  expect(outputAsText({ kind: 'list', name: 'companies', rows })).toBe('name\ngone')
})

describe('while another process holds the database and does not respond', () => {
  const attempt = async (maxStartMs: number, respondsAt: number) => {
    let calls = 0
    const said: string[] = []
    const code = await runAdmin({
      words: ['company', 'list'],
      newId: makeNewId({ now: () => new Date(), randomBytes }),
      account: 'tester',
      folder: '/',
      maxStartMs,
      out: () => {},
      err: (text) => void said.push(text),
      delegate: async () => (++calls >= respondsAt ? 0 : undefined),
      open: async () => {
        throw new FolderInUse('The data folder is in use by process 7.')
      },
    })
    return { code, said }
  }

  test('a command waits for it, and says so', async () => {
    expect(await attempt(30_000, 3)).toEqual({
      code: 0,
      said: ['The service seems to be starting. Waiting for it …'],
    })
  })

  test('a command gives up at last, and says who holds it', async () => {
    const { code, said } = await attempt(0, 100)
    expect([code, said.at(-1)]).toEqual([1, 'Error: The data folder is in use by process 7.'])
  })
})

describe.each(databaseEngines)('the command line on $name', ({ create }) => {
  let db: TestDatabase
  const now = () => new Date('2026-11-20T09:00:00Z')
  const createEmpty = () => create([])
  const newId = makeNewId({ now, randomBytes })

  beforeAll(async () => {
    db = await create()
  })
  afterAll(() => db.drop())

  async function run(...words: string[]) {
    const said = { out: '', err: '' }
    let opened = 0
    const code = await runAdmin({
      words,
      newId,
      account: 'tester',
      folder: '/',
      out: (text) => {
        said.out += `${text}\n`
      },
      err: (text) => {
        said.err += `${text}\n`
      },
      open: async () => {
        opened += 1
        const kept = { ...db, close: async () => {} }
        return anAdministration({ db: kept, now, newId, migrations: [foundationMigrations] })
      },
    })
    return { code, opened, ...said }
  }

  const json = async (...words: string[]) => {
    const { code, out, err } = await run(...words, '--json')
    expect(err.replace(/^The secret is shown.*\n/, '')).toBe('')
    expect(code).toBe(0)
    return JSON.parse(out)
  }

  test('a company, a user and a key are made, the key works, and is revoked', async () => {
    const company = await json('company', 'create', 'acme', '--name', 'Acme', '--monthly-quota', '10')
    expect(company).toMatchObject({ slug: 'acme', monthlyQuota: 10, requestsPerMinute: 120 })
    const user = await json(
      'user',
      'create',
      'ada@acme.example',
      '--company',
      'acme',
      '--name',
      'Ada',
      '--role',
      'owner',
    )
    const key = await json(
      ...['key', 'create', '--company', 'acme', '--user', 'ada@acme.example', '--name', 'ci'],
      ...['--scopes', 'alerts:read, webhooks:manage', '--expires', '90d'],
    )
    expect(key).toMatchObject({
      scopes: ['alerts:read', 'webhooks:manage'],
      expiresAt: '2027-02-18T09:00:00.000Z',
      createdBy: user.id,
    })

    const ring = await KeyRing.open({
      access: testAccess,
      db,
      nowMs: () => now().getTime(),
      uptimeMs: () => performance.now(),
      report: () => {},
    })
    expect((await ring.authenticate(key.secret))?.companyId).toBe(company.id)

    const rotated = await json('key', 'rotate', key.id, '--overlap', '15m')
    expect(rotated).toMatchObject({ replaces: key.id, oldKeyEndsAt: '2026-11-20T09:15:00.000Z', name: 'ci' })
    await json('key', 'set', rotated.id, '--scopes', 'all')
    await json('key', 'revoke', rotated.secret)
    await expect.poll(() => ring.authenticate(rotated.secret), { timeout: 1_000 }).toBeUndefined()
    await ring.close()

    const { keys } = await json('key', 'list', '--company', 'acme')
    expect(keys.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'expiring'])
    expect(keys[0].scopes).toEqual(testAccess.scopes)
  })

  test('every act is in the audit, with its actor and command', async () => {
    const { events } = await json('audit', 'list', '--company', 'acme', '--limit', '3')
    expect(events.map(({ action }: { action: string }) => action)).toEqual(['key.revoke', 'key.change', 'key.rotate'])
    for (const { actor, requestId } of events) {
      expect(actor).toBe('operator:tester')
      expect(requestId).toMatch(/^cli_/)
    }
    const first = await json('audit', 'list', '--limit', '2')
    const second = await json('audit', 'list', '--limit', '2', '--before', first.nextCursor)
    expect(second.events[0].id < first.events[1].id).toBe(true)
    expect(await audit.list(db.connection, {}, 1)).toMatchObject([{ id: first.events[0].id }])
  })

  test('quota and limits can be seen and set', async () => {
    expect(await json('quota', 'set', 'acme', '500')).toMatchObject({ monthlyQuota: 500 })
    expect(await json('company', 'set', 'acme', '--requests-per-minute', '7')).toMatchObject({
      requestsPerMinute: 7,
      monthlyQuota: 500,
    })
    expect(await json('quota', 'show', 'acme')).toEqual({
      company: 'acme',
      month: '2026-11',
      monthlyQuota: 500,
      used: 0,
      remaining: 500,
    })
  })

  test('an erasure is shown first and done with --yes, unless a hold forbids it', async () => {
    const email = 'grace@acme.example'
    await json('user', 'create', email, '--company', 'acme', '--name', 'Grace Hopper')
    await json('user', 'hold', email, '--company', 'acme')
    expect((await json('erase', '--name', 'grace hopper', '--yes')).data[0]).toEqual({
      name: 'users',
      redacted: 0,
      held: 1,
    })
    await json('user', 'hold', email, '--company', 'acme', '--release')
    const preview = await run('erase', '--name', 'grace hopper')
    expect(preview.out).toMatch(/users +1 +0/)
    expect(preview.err).toContain('Nothing has been changed')
    expect((await json('erase', '--name', 'grace hopper', '--yes')).data[0]).toEqual({
      name: 'users',
      redacted: 1,
      held: 0,
    })
    expect((await run('user', 'list', '--company', 'acme')).out).not.toContain('Grace')
  })

  test('the database is brought up to date by a command of its own', async () => {
    expect(await json('migrate')).toEqual({ database: 'up to date' })
  })

  test('a backup is restored only into an empty database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-'))
    const file = join(folder, 'all.backup')
    const { id: companyId } = (await companies.find(db.connection, 'acme'))!
    const signedIn = await newPerson({ administration: anAdministration({ db, now, newId }) }, companyId)
    await sessionHeaders({ administration: anAdministration({ db, now, newId }) }, signedIn)
    const made = await json('backup', file)
    expect(made.rows).toBeGreaterThan(10)
    expect(await run('backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('already exists') })
    expect(await run('restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('empty database') })
    expect((await json('audit', 'list', '--target', 'database')).events).toMatchObject([
      { action: 'database.backup', after: { file } },
    ])

    const empty = await createEmpty()
    const restored = await runAdmin({
      ...{
        words: ['restore', 'all.backup', '--json'],
        newId,
        account: 'tester',
        folder,
        out: () => {},
        err: console.error,
      },
      open: async () => {
        const kept = { ...empty, close: async () => {} }
        return anAdministration({ db: kept, now, newId, migrations: [foundationMigrations] })
      },
    })
    expect(restored).toBe(0)
    expect(await companies.find(empty.connection, 'acme')).toEqual(await companies.find(db.connection, 'acme'))
    expect(await audit.list(empty.connection, {}, 1)).toMatchObject([{ action: 'database.restore' }])
    const sessionsIn = (where: TestDatabase) => sql`select id from sessions`.execute(where.connection)
    expect((await sessionsIn(db)).rows).toHaveLength(1)
    expect((await sessionsIn(empty)).rows).toEqual([])
    await empty.drop()
    rmSync(folder, { recursive: true })
  })

  test('output is a table, and an empty list says so', async () => {
    await json('company', 'create', 'quiet', '--name', 'Quiet')
    expect((await run('company', 'list')).out).toMatch(
      /^id +name +slug .*\ncmp_\w+ +Quiet +quiet .*\ncmp_\w+ +Acme +acme /,
    )
    expect((await run('key', 'list', '--company', 'quiet')).out).toBe('No keys.\n')
  })

  test.each<[string, string[], RegExp]>([
    ['an unknown command', ['company', 'destroy'], /no command "company destroy"/],
    ['half a command', ['company'], /no command "company"/],
    ['an unknown option', ['company', 'list', '--colour'], /--colour/],
    ['too few arguments', ['company', 'create', '--name', 'x'], /company create takes <slug>, got 0/],
    ['too many arguments', ['company', 'list', 'acme'], /takes no arguments, got 1/],
    ['a missing option', ['user', 'create', 'a@b.example', '--name', 'x'], /--company is needed/],
    ['a value that is no number', ['company', 'set', 'acme', '--monthly-quota', '1e5'], /whole number/],
    ['a negative number', ['quota', 'set', 'acme', '--', '-5'], /whole number/],
    ['nothing to change', ['company', 'set', 'acme'], /Nothing to change/],
    ['a duration without a unit', ['key', 'rotate', 'key_x', '--overlap', '15'], /duration/],
    ['a time without a zone', [...keyCreate, '--expires', '2027-01-01T00:00'], /must be a time/],
    ['a day that does not exist', [...keyCreate, '--expires', '2027-13-01'], /must be a time/],
    [
      'an unknown role',
      ['user', 'create', 'a@b.example', '--company', 'acme', '--name', 'x', '--role', 'king'],
      /must be one of/,
    ],
    ['a month that is none', ['quota', 'show', 'acme', '--month', '2026-13'], /YYYY-MM|2026-11/],
  ])('%s is a usage error', async (_what, words, message) => {
    const { code, out, err } = await run(...words)
    expect(err).toMatch(message)
    expect(err).not.toMatch(/\n {4}at /)
    expect(out).toBe('')
    expect(code).toBe(2)
  })

  test.each<[string, string[], string]>([
    ['an unknown company', ['company', 'set', 'nobody', '--name', 'x'], 'not-found'],
    ['a slug that is taken', ['company', 'create', 'acme', '--name', 'x'], 'conflict'],
    ['an unknown scope', [...keyCreate, '--scopes', 'everything'], 'invalid-request'],
    ['an unknown key', ['key', 'revoke', 'key_unknown'], 'not-found'],
    ['a key of someone else', ['key', 'revoke', 'svc_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF14YIjKc'], 'not-found'],
    ['nobody to erase', ['erase', '--yes'], 'invalid-request'],
  ])('%s fails with a clear message', async (_what, words, errorCode) => {
    const { code, out, err } = await run(...words, '--json')
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(JSON.parse(err)).toMatchObject({ code: errorCode, message: expect.stringMatching(/\w+/) })
  })

  test('help and usage errors open no database', async () => {
    for (const words of [
      [],
      ['help'],
      ['--help'],
      ['key', 'create', '--help'],
      ['nonsense'],
      ['company', 'list', 'x'],
    ]) {
      expect((await run(...words)).opened).toBe(0)
    }
  })

  test('help says what is required, and what holds otherwise', async () => {
    const help = (await run('key', 'create', '--help')).out
    expect(help).toMatch(/--company COMPANY .*\(required\)/)
    expect(help).toMatch(/--scopes A,B .*"all" for every scope, writing ones included \(default: those that read\)/)
    expect((await run('company', 'set', '--help')).out).not.toContain('default')
  })

  test('help lists every command, and every command its options', async () => {
    const { code, out } = await run()
    expect(code).toBe(0)
    for (const { usage, options } of commands) {
      const name = nameOf({ usage })
      expect(out).toContain(name)
      const help = (await run(...name.split(' '), '--help')).out
      for (const option of Object.keys(options ?? {})) expect(help).toContain(`--${option}`)
    }
  })
})
