/** Agents at `/mcp`: what they are offered, and what becomes of their calls. */
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { connectAgent, eras } from '@service/foundation-testing/mcp/agent.ts'
import { describe, expect, test } from 'vitest'

describe.each(databaseEngines)('agents on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  test.each(eras)('an agent of the %s era lists tools and calls one', async (era) => {
    const agent = await connectAgent(service.baseUrl, client.secret, era)
    expect(await agent.toolNames()).toContain('get_carbon')
    const result = await agent.call('get_carbon', { country: 'SE' })
    expect(result).toMatchObject({ refused: false, fields: { zone: 'SE' } })
    expect(result.says).toContain('SE: 21 gCO2eq/kWh')
    await agent.close()
  })
})
