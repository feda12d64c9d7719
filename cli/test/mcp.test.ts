/** `svc mcp` as a host of agents starts it: the official client over its stdin and stdout. */
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { connectOverStdio, eras } from '@service/foundation-testing/mcp/agent.ts'
import { describe, expect, test } from 'vitest'
import { builtProgram, environment, svc } from '../testing/svc.ts'

describe.each(databaseEngines.slice(-1))('svc mcp on $name', (engine) => {
  const service = useService(engine)
  const account = beforeTests(() => newClient(service, ['deployments:read']))
  const env = () => ({ SERVICE_API_KEY: account.secret, SERVICE_BASE_URL: service.baseUrl })

  test.each(eras)('an agent of the %s era lists tools and calls them, several at a time', async (era) => {
    const [command, ...args] = [...builtProgram, 'mcp'] as [string, ...string[]]
    const agent = await connectOverStdio({ command, args, env: environment(env()) as Record<string, string> }, era)
    expect(await agent.toolNames()).toContain('get_carbon')
    const results = await Promise.all(['SE', 'PL', 'FR'].map((country) => agent.call('get_carbon', { country })))
    expect(results.map(({ fields }) => fields.zone)).toEqual(['SE', 'PL', 'FR'])
    expect((await agent.call('stop', { deployment_id: 'dep_1' })).problem.code).toBe('forbidden')
    await agent.close()
  })

  test('what goes wrong is an error of the protocol, and the key is in none', async () => {
    const asked = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\nnonsense\n\n[]\n`
    const wrongKey = `svc_${'x'.repeat(49)}`
    const refused = await svc(['mcp'], { env: { ...env(), SERVICE_API_KEY: wrongKey }, input: asked })
    expect(refused.code, refused.stderr).toBe(0)
    const errors = refused.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(errors).toContainEqual(
      expect.objectContaining({
        id: 1,
        error: { code: -32_000, message: 'The API key is missing, wrong or revoked.' },
      }),
    )
    expect(errors.filter(({ error }) => error.code === -32_700)).toHaveLength(2)
    expect(refused.stdout + refused.stderr).not.toContain(wrongKey)
    const away = await svc(['mcp'], { env: { ...env(), SERVICE_BASE_URL: 'http://127.0.0.1:9' }, input: asked })
    expect(away.stdout).toContain('The service at http://127.0.0.1:9 does not respond')
  })
})
