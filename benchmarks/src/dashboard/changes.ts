/**
 * From the moment at which a deployment has ended, as the service wrote it, until the list shows it. Something else is on its
 * way all the while, as when one watches: a deployment whose image takes half a minute.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Section } from '../harness/bench.ts'
import { percentile } from '../harness/intervals.ts'
import { type Dashboard, type Deployed, deployMany, noteStatuses, seenAt } from './open-dashboard.ts'

const rounds = 4
const perRound = 10

export async function changes(dashboard: Dashboard): Promise<Section> {
  const { open, send } = dashboard
  const lags: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ids = await deployMany(dashboard, perRound)
    const slow = { gpu_type: 'H100', image: 'sim/slow-pull', wait_seconds: 0 }
    const { deployment_id: moving } = await send<Deployed>('POST', '/v1/compute/deploy', slow)
    const page = await open('/deployments')
    await page.locator(`a[href*="${moving}"]`).first().waitFor()
    await noteStatuses(page)
    for (const [i, id] of ids.entries()) {
      await sleep(700 + ((i * 377) % 900)) // at no fixed distance from when the page asks
      const path = `/v1/compute/deployments/${id}`
      const { ended_at: ended } = await send<Deployed>('POST', `${path}/stop?wait_seconds=20`)
      lags.push((await seenAt(page, id, 'stopped')) - Date.parse(ended ?? ''))
    }
    await page.close()
    await send('POST', `/v1/compute/deployments/${moving}/stop?wait_seconds=20`)
  }
  return {
    title: `A change of state on the list, ${lags.length} times`,
    figures: [
      { name: 'state change visible, p50', value: percentile(lags, 50), unit: 'ms', n: lags.length },
      { name: 'state change visible, p95', value: percentile(lags, 95), unit: 'ms', n: lags.length },
    ],
  }
}
