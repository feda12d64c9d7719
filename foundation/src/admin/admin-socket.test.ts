import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { anAdministration } from '@service/foundation-testing/administration.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { embedded } from '@service/foundation-testing/database/database-engines.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeNewId } from '../new-id.ts'
import { type AdminRequest, type AdminSocket, adminSocketPath, callAdmin, serveAdmin } from './admin-socket.ts'
import { serveAdministration } from './serve-administration.ts'

let folder: string
let socket: AdminSocket | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'admin-'))
})
afterEach(async () => {
  await socket?.close()
  socket = undefined
  rmSync(folder, { recursive: true })
})

const request = (...words: string[]): AdminRequest => ({ words, account: 'tester', folder: '/' })

async function call(path: string, asked: AdminRequest) {
  const said: string[] = []
  const code = await callAdmin(path, asked, { out: (t) => said.push(`out ${t}`), err: (t) => said.push(`err ${t}`) })
  return { code, said }
}

async function send(path: string, bytes: string): Promise<string> {
  const client = connect(path)
  await once(client, 'connect')
  client.end(bytes)
  return text(client)
}

test('the output of a command arrives in order, with its exit code', async () => {
  const path = adminSocketPath(folder)
  socket = await serveAdmin(path, async ({ words, account }, { out, err }) => {
    out(`${words.join(' ')} by ${account}\nsecond line`)
    err('careful')
    return 2
  })
  expect(await call(path, request('key', 'list'))).toEqual({
    code: 2,
    said: ['out key list by tester\nsecond line', 'err careful'],
  })
})

test('only the owner of the folder may open the socket', async () => {
  socket = await serveAdmin(adminSocketPath(folder), async () => 0)
  expect(statSync(adminSocketPath(folder)).mode & 0o777).toBe(0o600)
})

test('a socket without a service is recognised, also one that a killed service left behind', async () => {
  const path = adminSocketPath(folder)
  expect((await call(path, request())).code).toBeUndefined()
  writeFileSync(path, '')
  expect((await call(path, request())).code).toBeUndefined()
  socket = await serveAdmin(path, async () => 0)
  expect((await call(path, request())).code).toBe(0)
})

test('a path too long for a socket is reported', async () => {
  const path = adminSocketPath(join(folder, 'x'.repeat(120)))
  expect(await serveAdmin(path, async () => 0)).toBeUndefined()
  expect((await call(path, request())).code).toBeUndefined()
})

test.each([
  ['no JSON', 'help\n'],
  ['another shape', '{"words":"help"}\n'],
  ['words that are no text', '{"words":[1],"account":"a","folder":"/"}\n'],
  ['no end of line', '{'],
  ['a line without end', 'x'.repeat(100_000)],
])('%s is answered with an error, and nothing is run', async (_what, bytes) => {
  let ran = false
  socket = await serveAdmin(adminSocketPath(folder), async () => {
    ran = true
    return 0
  })
  expect(await send(adminSocketPath(folder), bytes)).toMatch(/^{"err":"Error: .*\n{"exit":1}\n$|^$/)
  expect(ran).toBe(false)
})

test('an operator who goes away stops neither the command nor the service', async () => {
  const path = adminSocketPath(folder)
  const [entered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let finished = false
  socket = await serveAdmin(path, async ({ words }, { out }) => {
    if (words[0] !== 'slow') return 0
    entered.resolve()
    await left.promise
    for (let i = 0; i < 100; i++) out('too late')
    finished = true
    return 0
  })
  const client = connect(path)
  client.write(`${JSON.stringify(request('slow'))}\n`)
  await entered.promise
  client.destroy()
  left.resolve()
  expect((await call(path, request())).code).toBe(0)
  await socket?.close()
  expect(finished).toBe(true)
})

describe('the administration of a running service', () => {
  const db = beforeTests(
    () => embedded.create(),
    (made) => made.drop(),
  )

  test('runs commands beside the service, again and again', async () => {
    const now = () => new Date('2026-11-20T09:00:00Z')
    const newId = makeNewId({ now, randomBytes })
    const administration = anAdministration({ db, now, newId })
    socket = await serveAdministration(folder, { administration, newId })
    const path = adminSocketPath(folder)
    expect((await call(path, request('company', 'create', 'acme', '--name', 'Acme'))).code).toBe(0)
    const { said } = await call(path, request('audit', 'list', '--json'))
    expect(JSON.parse(said[0]!.slice(4)).events).toMatchObject([{ action: 'company.create', actor: 'operator:tester' }])
    expect(await call(path, request('company', 'create', 'acme', '--name', 'Acme'))).toMatchObject({ code: 1 })
  })
})
