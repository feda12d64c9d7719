/**
 * Deployments as one writes them first: each chosen in the same way and written with the same statements, in a
 * transaction of its own. Without HTTP, keys, quota or a reconciler.
 */

import { randomBytes } from 'node:crypto'
import { Fleet } from '@service/compute-domain/placement/fleet.ts'
import { Placement, type PlacementRequest } from '@service/compute-domain/placement/placement.ts'
import { storedPlacement } from '@service/compute-server/deployments/model/stored-placement.ts'
import { readHubFile } from '@service/compute-server/hubs/hub-file.ts'
import { syncHubs } from '@service/compute-server/hubs/sync-hubs.ts'
import { migrations } from '@service/compute-server/migration-folders.ts'
import { takeGpus } from '@service/compute-server/placement/gpu-taking.ts'
import { writeIntents } from '@service/compute-server/placement/write-intents.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { countries } from '../placement/random-fleet.ts'
import type { Ground } from './measured-compute.ts'

export type OneByOne = { perSecond(connections: number, seconds: number): Promise<number>; close(): Promise<void> }

export async function openOneByOne(
  { makeDatabase, hubsFile, folder }: Ground,
  regions: readonly string[][],
): Promise<OneByOne> {
  const db = await openDatabase({ url: await makeDatabase('one_by_one'), folder, connections: 32 })
  await migrate(db, migrations)
  const configured = readHubFile(hubsFile)
  await syncHubs(db, configured)
  const fleet = new Fleet(configured.map(({ hub }) => hub))
  const placement = new Placement(fleet, { homeCountry: null, meanOver: (zone) => countries[zone]! })
  const newId = makeNewId({ now: () => new Date(), randomBytes })
  let asked = 0

  async function deploy(): Promise<void> {
    const number = asked++
    const request: PlacementRequest = {
      gpuType: 'H100',
      count: 1,
      regions: regions[number % regions.length]!,
      sovereignty: 'none',
      carbonAware: number % 2 === 0,
      maxPriceUsd: null,
      durationHours: null,
      triedHubs: [],
    }
    const choice = placement.choose(request)
    const [chosen] = choice.candidates
    const nodes = chosen && placement.reserve(chosen.hubId, request)
    if (!chosen || !nodes) throw new Error('The hubs of the benchmark are full')
    const { hubId, country, priceUsd, carbonIntensity } = chosen
    const [id, companyId, at] = [newId('dep'), 'cmp_benchmark', new Date()]
    const spec = { ...request, name: null, image: 'sim/ok:1', command: null, env: [], port: null, maxDelayHours: 0 }
    await db.transaction(async (tx) => {
      await takeGpus(tx, [{ hubId, gpuType: request.gpuType, nodes, dedicated: false }])
      await writeIntents(tx, {
        deployments: [
          {
            id,
            companyId,
            endpointName: id,
            name: null,
            spec,
            envSealed: null,
            createdBy: testKey,
            operationId: null,
            status: 'provisioning',
            simulated: true,
            cpuOnly: false,
            hubId,
            country,
            priceUsdPerGpuHour: priceUsd,
            carbonIntensity,
            carbonGrade: 'A',
            placement: storedPlacement(choice),
            startAt: null,
            latestStartAt: null,
            createdAt: at,
            dueAt: at,
          },
        ],
        allocations: [
          {
            id: newId('alc'),
            deploymentId: id,
            companyId,
            attempt: 1,
            hubId,
            gpuType: request.gpuType,
            gpus: 1,
            nodes,
            priceUsdPerGpuHour: priceUsd,
            reservedAt: at,
          },
        ],
        events: [
          {
            id: newId('evt'),
            companyId,
            deploymentId: id,
            type: 'provisioning',
            status: 'provisioning',
            reason: null,
            hubId,
            at,
            message: null,
            attempt: 1,
            actor: testKey,
            data: null,
          },
        ],
      })
    })
  }

  return {
    async perSecond(connections, seconds) {
      const begun = performance.now()
      let done = 0
      const keepBusy = async () => {
        while (performance.now() - begun < seconds * 1_000) {
          await deploy()
          done++
        }
      }
      await Promise.all(Array.from({ length: connections }, keepBusy))
      return (done * 1_000) / (performance.now() - begun)
    },
    close: () => db.close(),
  }
}
