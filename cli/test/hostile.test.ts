/** Text of strangers in everything that a service returns: none of it reaches the terminal as more than text. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { describe, expect, test } from 'vitest'
import { commands } from '../src/commands/commands.ts'
import { attack, startHostileService } from '../testing/hostile-service.ts'
import { inTerminal, missingPython, severalAtOnce, svc } from '../testing/svc.ts'

const lines = [
  'list',
  'get dep_1',
  'logs dep_1',
  'logs -t dep_1',
  'events dep_1',
  'deploy sim/ok --gpu H100',
  'deploy sim/ok --gpu H100 --dry-run',
  'stop dep_1',
  'monitor --once',
  'hubs',
  'hubs get h',
  'regions',
  'pricing',
  'carbon SE',
  'carbon SE --forecast',
  'usage --deployments',
  'open dep_1 --print',
  'access dep_1 key',
  'domains',
  'domains add app.example.com dep_1',
  'domains check app.example.com',
  'registries',
  'screen Name --why',
  'alerts',
  'alerts --urls',
  'score',
  'delete dep_none/x',
  'sandbox',
]
/** They show nothing of a service. */
const own = ['completion fish', 'version', 'help deploy', 'logout']
/** A person answers the first (`login.test.ts`), and programs speak to the others (`mcp.test.ts`, `shells.test.ts`). */
const elsewhere = ['login', 'mcp', 'complete']

test('every command is tried at a terminal', () => {
  const tried = new Set([...lines, ...own].map((line) => line.split(' ')[0]))
  expect(commands.map(({ name }) => name).sort()).toEqual([...tried, ...elsewhere].sort())
})

describe('a service whose texts are attacks', () => {
  const service = beforeTests(startHostileService, (started) => started.stop())
  const env = () => ({
    SERVICE_API_KEY: 'svc_x',
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_REPUTATION_API_KEY: 'svc_x',
    SERVICE_REPUTATION_BASE_URL: service.baseUrl,
  })

  const titled = missingPython ? ` (not run: ${missingPython})` : ''
  test.skipIf(missingPython && !process.env.CI).each([80, 38])(
    `sends nothing to a terminal of %i columns but text${titled}`,
    async (columns) => {
      await severalAtOnce([...lines, ...own], async (line) => {
        const session = inTerminal(line.split(' '), { env: env(), columns })
        const { shown } = await session.end()
        expect(shown, line).not.toBe('')
        expect(session.output, line).not.toMatch(/[\u0080-\u009f\u200b\u202e\u2028]/)
      })
    },
  )

  test('a pipe gets nothing else either', async () => {
    await severalAtOnce(lines, async (line) => {
      for (const words of [line.split(' '), [...line.split(' '), '--json']]) {
        const { stdout, stderr } = await svc(words, { env: env() })
        expect(`${stdout}${stderr}`, line).not.toMatch(/[^\P{C}\n\t]|[\u2028\u2029]/u)
        if (words.at(-1) === '--json' && stdout && !line.startsWith('logs'))
          expect(() => JSON.parse(stdout), line).not.toThrow()
      }
    })
  })

  test('JSON has the texts unchanged', async () => {
    const { stdout } = await svc(['get', 'dep_1', '--json'], { env: env() })
    expect(JSON.parse(stdout).image).toContain(attack)
  })

  test('colours in logs are left out, tabs stay, and what is raw goes to pipes alone', async () => {
    const { stdout } = await svc(['logs', 'dep_1'], { env: env() })
    expect(stdout).toMatch(/^green\ttab \\x1b\[2J\\x1b\]0;owned\\x07\\r\\x9b31mA\\u202eB/)
    const raw = await svc(['logs', 'dep_1', '--raw'], { env: env() })
    expect(raw.stdout).toContain(attack)
  })

  test('an address that is no host is not opened', async () => {
    const { code, stderr } = await svc(['open', 'dep_1'], { env: env() })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('no host') })
  })
})
