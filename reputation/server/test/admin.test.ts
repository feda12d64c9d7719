/** The administration's command line as it is started, with the service down and up, on both engines. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { lockFolder } from '@service/foundation/database/folder-lock.ts'
import { databaseEngines, type TestDatabase } from '@service/foundation-testing/database/database-engines.ts'
import { quietSettings } from '@service/reputation-testing/running-service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../src/migration-folders.ts'

const program = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url))

describe.each(databaseEngines)('npm run admin on $name', ({ name: engine, create }) => {
  let folder: string
  let database: TestDatabase | undefined
  let settings: Record<string, string>
  /** Each command is a program that starts; one engine shows them all, the other that it is reached. */
  const isWhole = engine === 'embedded'

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reputation-admin-'))
    database = engine === 'postgres' ? await create(migrations) : undefined
    const url = database?.options.url
    settings = { ...quietSettings(folder), REPUTATION_LOG_LEVEL: 'info', ...(url && { REPUTATION_DATABASE_URL: url }) }
  })
  afterAll(async () => {
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function admin(...words: string[]) {
    const child = spawn(process.execPath, [program('admin.ts'), ...words], {
      env: { ...process.env, ...settings, INIT_CWD: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await closed
    return { code, out, err }
  }

  test('a company, a user and a key are made before the first start, and beside the running service', async () => {
    expect(await admin('company', 'create', 'acme', '--name', 'Acme')).toMatchObject({ code: 0, err: '' })
    expect((await admin('user', 'create', 'ada@acme.example', '--company', 'acme', '--name', 'Ada')).code).toBe(0)

    const unsealed = await admin('secrets', 'reseal')
    expect([unsealed.code, unsealed.err]).toEqual([1, expect.stringContaining('There is no sealing key yet')])

    const service = spawn(process.execPath, [program('main.ts'), 'serve'], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const chunk of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      if (chunk.includes('"msg":"serving"')) break
    }
    service.stdout.resume()

    const ofAda = ['--company', 'acme', '--user', 'ada@acme.example']
    const created = await admin('key', 'create', ...ofAda, '--name', 'ci', '--json')
    expect(created.code).toBe(0)
    const { secret } = JSON.parse(created.out)
    expect(secret).toMatch(/^svc_/)
    expect((await admin('key', 'revoke', secret)).out).toMatch(/revokedAt +\d{4}/)
    expect(await admin('company', 'create', 'acme', '--name', 'Acme')).toMatchObject({ code: 1, out: '' })
    if (isWhole) await beside()

    service.kill('SIGTERM')
    await once(service, 'close')
    const { events } = JSON.parse((await admin('audit', 'list', '--json')).out)
    expect(events.map(({ action }: { action: string }) => action)).toEqual([
      ...(isWhole ? ['data.prune', 'secrets.reseal', 'database.backup'] : []),
      'key.revoke',
      'key.create',
      'invitation.create',
      'user.create',
      'company.create',
    ])
  })

  async function beside(): Promise<void> {
    expect(await admin('backup', 'all.backup')).toMatchObject({ code: 0 })
    const [restored, status, accepted] = await Promise.all([
      admin('restore', 'all.backup'),
      admin('lists', 'status'),
      admin('lists', 'accept', 'UN'),
    ])
    expect(restored.err).toContain('empty database')
    expect(status.out).toMatch(/^UN +lsv_/m)
    expect(accepted).toMatchObject({ code: 1, out: '' })
    expect((await admin('secrets', 'reseal')).out).toMatch(/^resealed +0$/m)
    expect((await admin('prune')).out).toMatch(/^screenings +0$/m)
  }

  if (!isWhole) return

  test('a usage error exits with 2, and help lists the commands', async () => {
    expect(await admin('company', 'destroy')).toMatchObject({ code: 2, out: '' })
    expect((await admin('--help')).out).toContain('key rotate')
  })

  test('a data folder that another program holds is not opened, and the message says what to do', async () => {
    const lock = lockFolder(folder)
    const { code, err } = await admin('company', 'list')
    lock.release()
    expect(code).toBe(1)
    expect(err).toContain(`process ${process.pid}`)
    expect(err).toContain('stop that one first')
  })
})
