/**
 * The examples of `docs/webhooks/`, each run on deliveries that are really signed, by the language it is written in. One
 * line says which languages are not on the machine.
 */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@service/foundation-testing/webhooks/receiver-languages.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { makeOutbound } from '../../outbound/make-outbound.ts'
import { type SigningKeys, sign, signingKeysOf } from './sign.ts'

const docs = fileURLToPath(new URL('../../../../docs/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'receiver-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const isThere = ({ has: [command, ...args] }: Language) => spawnSync(command!, args).status === 0
const absent = Object.keys(languages).filter((name) => !isThere(languages[name]!))
if (absent.length > 0) console.log(`Not on this machine, so their examples are not run: ${absent.join(', ')}.`)

const secrets = {
  generated: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDMdnbkRJYzYg=',
  before: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLasw',
  short: 'x',
  words: 'Ein  schönes Geheimnis: "$HOME" \\n 🔑 %s *',
}
const body = `{"event":"screening.match","deliveredAt":"2026-11-20T12:00:00.000Z","data":{"query":"Zoë \\u0000 🙂 \u2028 ﷺ"}}`
const now = 1_795_176_000
const id = 'dlv_01kqw3k5r8zrm5x2h0c4v7n9ab'

type Delivery = { secret: string; body: string; id: string; timestamp: string; standard: string; simple: string }
const delivered = (secret: string, signers = [secret], timestamp = now): Delivery => {
  const keys: SigningKeys[] = signers.map(signingKeysOf)
  const signatures = sign({ id, timestamp, body }, keys)
  const [standard, simple] = [signatures['webhook-signature']!, signatures['X-Service-Signature']!]
  return { secret, body, id, timestamp: String(timestamp), standard, simple }
}
const { generated, before, short, words } = secrets
const good = delivered(generated)
const altered = { ...good, body: body.replace('🙂', '🙃') }
const [, encoded] = good.standard.split(',')

const cases: [what: string, delivery: Delivery, standard: boolean, simple: boolean][] = [
  ['a generated secret', good, true, true],
  ['a secret of one letter', delivered(short), true, true],
  ['a secret of words', delivered(words), true, true],
  ['an empty body', { ...good, body: '' }, false, false],
  ['another body', altered, false, false],
  ['another secret', { ...good, secret: before }, false, false],
  ['another id', { ...good, id: 'dlv_01kqw3k5r8zrm5x2h0c4v7n9ac' }, false, true],
  ['another time', { ...good, timestamp: String(now - 1) }, false, true],
  ['after a rotation, by the new secret', delivered(generated, [generated, before]), true, true],
  ['after a rotation, by the old secret', delivered(before, [generated, before]), true, false],
  ['four minutes ago', delivered(generated, [generated], now - 240), true, true],
  ['six minutes ago', delivered(generated, [generated], now - 360), false, true],
  ['in six minutes', delivered(generated, [generated], now + 360), false, true],
  ['a signature of a later version beside it', { ...good, standard: `v1a,AAAA v2,BBBB ${good.standard}` }, true, true],
  ['a signature of another version alone', { ...good, standard: `v1a,${encoded}` }, false, true],
  ['no signature', { ...good, standard: '', simple: '' }, false, false],
  ['no id', { ...good, id: '' }, false, true],
  ['no time', { ...good, timestamp: '' }, false, true],
  ['a time of letters', { ...good, timestamp: 'soon' }, false, true],
  ['a time with a sign', { ...good, timestamp: `+${now}` }, false, true],
  ['a time without end', { ...good, timestamp: '9'.repeat(5_000) }, false, true],
  [
    'half a signature',
    { ...good, standard: good.standard.slice(0, 20), simple: good.simple.slice(0, 32) },
    false,
    false,
  ],
  ['something else', { ...good, standard: 'v1,* v1,%%% , ü', simple: 'zz*ü' }, false, false],
]

describe.each(Object.entries(languages))('%s', (name, { file, program, build, run }) => {
  test.runIf(!absent.includes(name))('accepts what we signed, and nothing else', () => {
    const home = join(folder, name)
    const place = file.endsWith('.go') ? join(home, 'webhooks') : home
    mkdirSync(place, { recursive: true })
    copyFileSync(join(docs, 'webhooks', file), join(place, file))
    writeFileSync(join(home, program.name), program.text)
    if (file.endsWith('.go')) writeFileSync(join(home, 'go.mod'), 'module example\n\ngo 1.20\n')

    const execute = ([command, ...args]: readonly string[]) => {
      const env = { ...process.env, LC_ALL: 'C.UTF-8', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOPROXY: 'off' }
      const { status, stdout, stderr } = spawnSync(command!, args, { cwd: home, env, encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
      return stdout
    }
    if (build) execute(build)
    const args = cases.flatMap(([, delivery], n) => {
      writeFileSync(join(home, `body-${n}`), delivery.body)
      const { secret, id, timestamp, standard, simple } = delivery
      return [secret, `body-${n}`, id, timestamp, standard, simple, String(now)]
    })
    const said = execute([...run, ...args])
      .trim()
      .split('\n')
    expect(cases.map(([what], n) => `${what}: ${said[n]}`)).toEqual(
      cases.map(([what, , standard, simple]) => `${what}: ${standard} ${simple}`),
    )
  })

  test('is shown as it is in the documentation', () => {
    const page = readFileSync(join(docs, 'webhooks.md'), 'utf8')
    expect(page).toContain(readFileSync(join(docs, 'webhooks', file), 'utf8').trim())
  })
})

test('the example receiver accepts what we signed, and shows it', async () => {
  const child = spawn(process.execPath, [join(docs, 'webhooks/receiver.mjs'), words, '0'])
  const said = createInterface(child.stdout)[Symbol.asyncIterator]()
  const outbound = makeOutbound({ allow: ['127.0.0.1'], allowHttp: true })
  const heard = async () => (await said.next()).value as string
  const body = '{"event":"alert.high","data":{"title":"Zoë 🙂"}}'
  try {
    const url = await heard()
    const post = async (secret: string) => {
      const timestamp = Math.floor(Date.now() / 1000)
      const headers = {
        ...sign({ id, timestamp, body }, [signingKeysOf(secret)]),
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
      }
      return outbound.post({ url, headers, body, timeoutMs: 10_000 })
    }
    expect(await post(words)).toMatchObject({ status: 204 })
    expect(await heard()).toBe(`new    ${id} ${body}`)
    expect(await post(words)).toMatchObject({ status: 204 })
    expect(await heard()).toBe(`known  ${id} ${body}`)
    expect(await post(short)).toMatchObject({ status: 401 })
    expect(await heard()).toMatch(/^refused/)
  } finally {
    child.kill()
    await outbound.close()
  }
})
