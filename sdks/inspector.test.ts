/** The Inspector, as authors of agents run it: its command line on both services, over HTTP and over `svc mcp`. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as compute from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import * as reputation from '@service/reputation-testing/running-service.ts'
import { describe, expect, test } from 'vitest'

const inspector = join(import.meta.dirname, 'checks/inspector/node_modules/@modelcontextprotocol/inspector')
const program = join(inspector, 'clients/launcher/build/index.js')
const missing = existsSync(inspector) ? undefined : 'sdks/checks/install has not been run'
const titled = (title: string) => (missing ? `${title} (not run: ${missing})` : title)

type Tools = { tools: { name: string; inputSchema: object; outputSchema: object }[] }
type Called = { content: { text: string }[]; isError?: boolean }

describe.skipIf(missing && !process.env.CI).each(databaseEngines.slice(-1))(
  titled('the Inspector on $name'),
  (engine) => {
    const services = {
      compute: compute.useService(engine),
      reputation: reputation.useService(engine),
    }
    const keys = beforeTests(async () => {
      const keyOf = async (service: compute.RunningService | reputation.RunningService) =>
        (await service.newKey(await service.newCompany())).secret
      return { compute: await keyOf(services.compute), reputation: await keyOf(services.reputation) }
    })
    const home = beforeTests(
      async () => ({ path: mkdtempSync(join(tmpdir(), 'inspector-')) }),
      async ({ path }) => rmSync(path, { recursive: true, force: true }),
    )
    async function ask<T>(name: keyof typeof services, method: string, ...words: string[]): Promise<T> {
      const target = [`${services[name].baseUrl}/mcp`, '--transport', 'http']
      const header = ['--header', `Authorization: Bearer ${keys[name]}`]
      const all = [program, '--cli', ...target, '--method', method, ...words, ...header]
      const env = { ...process.env, HOME: home.path }
      const { stdout, stderr } = await promisify(execFile)(process.execPath, all, { cwd: home.path, env })
      // It fails by itself at an error. What it warns of alone is that some fields of results may be null.
      expect(stderr).not.toContain('Path: inputSchema')
      return JSON.parse(stdout) as T
    }

    test.each(['compute', 'reputation'] as const)(
      'the tools of %s have schemas that the Inspector accepts in strict mode',
      async (name) => {
        const { tools } = await ask<Tools>(name, 'tools/list', '--strict')
        expect(tools.length).toBeGreaterThan(8)
        expect((await ask<{ resources: { uri: string }[] }>(name, 'resources/list')).resources).toContainEqual(
          expect.objectContaining({ uri: 'service://openapi' }),
        )
      },
    )

    test('tools are called, and refusals shown', async () => {
      const carbon = await ask<Called>('compute', 'tools/call', '--tool-name', 'get_carbon', '--tool-arg', 'country=SE')
      expect(carbon.content[0]!.text).toContain('SE')
      const lists = await ask<Called>('reputation', 'tools/call', '--tool-name', 'list_lists')
      expect(lists.content.length).toBe(2)
    })
  },
)
