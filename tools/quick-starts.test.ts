/** The quick starts of the documentation, run as they stand there on the demo. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StartedProgram, startProgram } from '@service/foundation-testing/started-program.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietSettings } from './quiet-settings.ts'
import { root } from './repository.ts'

type Block = { kind: string; text: string }
type Outcome = { code: number | null; output: string }

const docs = join(root, 'docs/quick-starts')
const pages = readdirSync(docs).filter((name) => name !== 'README.md')
const startMs = 150_000
const resultMs = 90_000

let folder: string
let demo: StartedProgram
let settings: Record<string, string>
const background: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quick-starts-'))
  settings = quietSettings(folder)
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings }
  delete env.npm_lifecycle_event // it is this test that looks after what it started, not npm
  demo = startProgram(join(root, 'tools/run.mjs'), ['start'], env)
  const [banners] = await demo.says(/Reputation is running[\s\S]*Ctrl-C stops it[\s\S]*Ctrl-C stops it/)
  const said = (words: RegExp) => words.exec(banners)![1]!
  settings.REPUTATION = said(/Reputation is running at (\S+)/)
  settings.COMPUTE = said(/Compute is running at (\S+)/)
  settings.REPUTATION_KEY = said(/(svc_\w+)[\s\S]*Compute is running/)
  settings.COMPUTE_KEY = said(/Compute is running[\s\S]*?(svc_\w+)/)
}, startMs)

afterAll(async () => {
  for (const child of background) child.kill()
  demo.child.kill('SIGTERM')
  await demo.exited
  rmSync(folder, { recursive: true, force: true })
})

/**
 * The fenced blocks: `setup` is what the test does otherwise, `background` what goes on running, `later` what is tried until it
 * succeeds.
 */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(docs, page), 'utf8')
  return [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, kind, body]) => ({ kind: kind!, text: body! }))
}

/** In a shell of its own that knows the variables of those before it. */
function start(script: string, variables: string, more: Record<string, string>): ChildProcess {
  const { REPUTATION_KEY, COMPUTE_KEY, ...shown } = settings
  const whole = `set -eu; set -a; [ ! -f ${variables} ] || . ${variables}\n${script}\nexport -p > ${variables}`
  return spawn('bash', ['-c', whole], { cwd: root, env: { ...process.env, ...shown, ...more }, stdio: 'pipe' })
}

async function outcome(child: ChildProcess): Promise<Outcome> {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return String(port)
}

test.each(pages)('%s', { timeout: 3 * resultMs }, async (page) => {
  const variables = join(folder, `${page}.sh`)
  const key = page.startsWith('deploy') ? settings.COMPUTE_KEY! : settings.REPUTATION_KEY!
  const more = { KEY: key, IMAGE: 'sim/ok', PORT: await freePort() }
  const blocks = blocksOf(page)
  expect(blocks.filter(({ kind }) => kind === 'sh').length).toBeGreaterThan(1)
  for (const [i, { kind, text }] of blocks.entries()) {
    if (kind === 'sh background') background.push(start(`exec ${text}`, variables, more))
    if (kind === 'sh later') {
      const code = async () => (await outcome(start(text, variables, more))).code
      await expect.poll(code, { timeout: resultMs, interval: 3_000 }).toBe(0)
    }
    if (kind !== 'sh') continue
    const next = blocks[i + 1]
    const expected = next?.kind === 'json' ? (JSON.parse(next.text) as object) : undefined
    const run = async () => {
      const { code, output } = await outcome(start(text, variables, more))
      expect(code, `${text}\n${output}`).toBe(0)
      return output
    }
    const onlyReads = !/ -d | -X |npm /.test(text)
    if (expected === undefined) await run()
    else if (onlyReads) await expect.poll(async () => matches(await run(), expected), { timeout: resultMs }).toBe('')
    else expect(matches(await run(), expected)).toBe('')
  }
  if (page === 'receive-a-webhook.md') await expectDeliveries()
})

/** Whatever the page had sent has arrived, and its signature was right. */
async function expectDeliveries(): Promise<void> {
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${settings.REPUTATION_KEY}` }
    return (await fetch(`${settings.REPUTATION}/api/v1/webhooks${path}`, { headers })).json()
  }
  const { webhooks } = (await get('')) as { webhooks: { webhookId: string }[] }
  const found = async () => {
    const pages = await Promise.all(webhooks.map(({ webhookId }) => get(`/${webhookId}/deliveries`)))
    return (pages as { deliveries: { event: string; state: string }[] }[]).flatMap(({ deliveries }) => deliveries)
  }
  const states = async () => new Set((await found()).map(({ state }) => state))
  await expect.poll(states, { timeout: resultMs }).toEqual(new Set(['succeeded']))
  const events = (await found()).map(({ event }) => event)
  expect(events).toEqual(expect.arrayContaining(['screening.match', 'alert.critical', 'reputation.drop']))
}

/** What a response has otherwise than the page shows; objects may have more fields, and lists more items at their end. */
function matches(output: string, expected: object): string {
  const found: unknown = JSON.parse(output)
  const differs = (one: unknown, other: unknown, path: string): string => {
    if (typeof one !== 'object' || one === null) return Object.is(one, other) ? '' : `${path} in ${output}`
    if (typeof other !== 'object' || other === null) return `${path} in ${output}`
    const inner = other as Record<string, unknown>
    return (
      Object.entries(one)
        .map(([name, value]) => differs(value, inner[name], `${path}.${name}`))
        .find((text) => text !== '') ?? ''
    )
  }
  return differs(expected, found, 'body')
}
