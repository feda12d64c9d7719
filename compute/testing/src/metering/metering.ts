/** For tests of the meter: invented companies, deployments as they stand when they run, and what was counted. */
import { randomBytes } from 'node:crypto'
import type { Places } from '@service/compute-server/metering/footprints.ts'
import { type Metering, openMetering } from '@service/compute-server/metering/metering.ts'
import { makeMeteringMetrics } from '@service/compute-server/metering/metering-metrics.ts'
import { makeCreateCompany } from '@service/foundation/companies/create-company.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { sql } from 'kysely'

const newId = makeNewId({ now: () => new Date(), randomBytes })

/** At the only hubs that there are: `clean` emits 100 g/kWh, `dirty` 400, both at a PUE of 1. */
export function aMeter(db: Database, now: () => Date, places: Partial<Places> = {}): Metering {
  return openMetering({
    db,
    now,
    newId,
    log: makeLogger({ level: 'silent', form: 'json' }),
    metrics: makeMeteringMetrics(makeMetrics('test_')),
    hubOf: (hubId) => ({ zone: hubId, pue: 1 }),
    intensityOf: (zone) => (zone === 'clean' ? 100 : 400),
    ...places,
  })
}

export async function aCompany(db: Database): Promise<string> {
  const slug = newId('co').replace('_', '-')
  const create = makeCreateCompany({ db, now: () => new Date(), newId })
  return (await create({ actor: 'system', requestId: null }, { slug, name: 'Invented' })).id
}

export type Running = { deploymentId: string; allocationId: string; companyId: string; gpus: number }

/** A deployment of H100s at `clean`, 2 USD an hour each, asked for at that time and placed at once. */
export async function aDeployment(
  db: Database,
  {
    companyId,
    at,
    gpus = 1,
    simulated = false,
    cheapestHubId = 'dirty',
  }: { companyId: string; at: Date; gpus?: number; simulated?: boolean; cheapestHubId?: string },
): Promise<Running> {
  const deploymentId = newId('dep')
  const placement = JSON.stringify({ cheapest: { hubId: cheapestHubId } })
  await sql`
    insert into deployments (deployment_id, company_id, endpoint_name, spec, simulated, cpu_only, desired, status,
                             status_since, placement, hub_id, created_at, running_at)
    values (${deploymentId}, ${companyId}, ${deploymentId}, '{}', ${simulated}, false, 'running', 'running', ${at},
            ${placement}::jsonb, 'clean', ${at}, ${at})`.execute(db.connection)
  return anAllocation(db, { deploymentId, companyId, at, gpus })
}

/** The next attempt of a deployment. */
export async function anAllocation(
  db: Database,
  { deploymentId, companyId, at, gpus }: { deploymentId: string; companyId: string; at: Date; gpus: number },
): Promise<Running> {
  const allocationId = newId('alc')
  await sql`
    insert into allocations (allocation_id, deployment_id, company_id, attempt, hub_id, gpu_type, gpus, nodes,
                             instance_name, state, price_usd_per_gpu_hour, reserved_at)
    select ${allocationId}, ${deploymentId}, ${companyId}, 1 + count(*), 'clean', 'H100', ${gpus}, '[]', ${allocationId},
           'running', 2, ${at} from allocations where deployment_id = ${deploymentId}`.execute(db.connection)
  return { deploymentId, allocationId, companyId, gpus }
}

export type Counted = { month: string; usedMs: number; reservedMs: number; segmentMs: number; openReservedMs: number }

/** Each month of a company, with what its segments and open reservations add up to. */
export async function countedOf(db: Database, companyId: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select h.month::text, h.used_ms, h.reserved_ms,
           coalesce((select sum(s.gpu_ms) from usage_segments s
                      where s.company_id = h.company_id and s.month = h.month and not s.simulated), 0)::bigint as segment_ms,
           coalesce((select sum(r.gpu_ms) from gpu_hours_reserved r
                      where r.company_id = h.company_id and r.month = h.month), 0)::bigint as open_reserved_ms
      from gpu_hours h where h.company_id = ${companyId} order by h.month`.execute(db.connection)
  return rows
}

export async function gpuMsOf(db: Database, { deploymentId }: Pick<Running, 'deploymentId'>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(sum(gpu_ms), 0)::bigint as ms from usage_segments where deployment_id = ${deploymentId}`.execute(
    db.connection,
  )
  return rows[0]!.ms
}

export type FoundNotice = { type: string; deploymentId: string | null; message: string; data: Record<string, unknown> }

export async function noticesOf(db: Database, companyId: string): Promise<FoundNotice[]> {
  const { rows } = await sql<FoundNotice>`
    select type, deployment_id, message, data from deployment_events
     where company_id = ${companyId} and type like 'quota%' order by event_id`.execute(db.connection)
  return rows
}
