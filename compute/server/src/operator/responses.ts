import { backOffMs } from '@service/compute-domain/deployments/back-off.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import { NextCursor } from '@service/foundation/http/page.ts'
import Type from 'typebox'
import { DeploymentStatusSchema } from '../deployments/model/status-schema.ts'
import { Simulated } from '../hubs/hubs.ts'
import type { WorkReport } from './operator-acts.ts'
import { type CompanyHours, type HubHealthReport, queueNames } from './operator-store.ts'

const hours = (description: string) => Type.Number({ description })

const CompanyHoursSchema = Type.Object(
  {
    company_id: Type.String(),
    slug: Type.String(),
    name: Type.String(),
    created_at: Instant('When the company was made.'),
    plan: stringEnum(['starter', 'set'], {
      title: 'HoursPlan',
      description: '`starter`: the free hours; `set`: an operator has set others.',
    }),
    limit_gpu_hours: hours('The GPU-hours of the company in a month.'),
    used_gpu_hours: hours('The GPU-hours used this month.'),
    reserved_gpu_hours: hours('One minute for each admitted GPU that has not run that long yet.'),
    simulated_gpu_hours: hours('The GPU-hours at simulated hubs this month, which do not count.'),
    exhausted_at: nullable(Instant('When all hours of the month were used.')),
    people: Type.Integer({ description: 'How many people belong to the company.' }),
    live_deployments: Type.Integer({ description: 'How many deployments have not ended.' }),
    gpus_running: Type.Integer({ description: 'How many GPUs run now, simulated ones included.' }),
  },
  { title: 'CompanyHours' },
)

export const CompanyHoursPage = Type.Object(
  {
    month: Type.String({ description: 'The calendar month, UTC.', examples: ['2026-11'] }),
    companies: Type.Array(CompanyHoursSchema),
    next_cursor: NextCursor,
  },
  { title: 'CompanyHoursPage' },
)

export const showCompanyHours = (company: CompanyHours): Type.Static<typeof CompanyHoursSchema> => ({
  company_id: company.companyId,
  slug: company.slug,
  name: company.name,
  created_at: company.createdAt.toISOString(),
  plan: company.givenMs === null ? 'starter' : 'set',
  limit_gpu_hours: hoursShown(company.limitMs),
  used_gpu_hours: hoursShown(company.usedMs),
  reserved_gpu_hours: hoursShown(company.reservedMs),
  simulated_gpu_hours: hoursShown(company.simulatedMs),
  exhausted_at: company.exhaustedAt?.toISOString() ?? null,
  people: company.people,
  live_deployments: company.liveDeployments,
  gpus_running: company.gpusRunning,
})

const HubHealth = Type.Object(
  {
    hub: Type.String(),
    name: Type.String(),
    country: Type.String(),
    engine: Type.String({ description: 'The kind of its engine.' }),
    engine_version: nullable(Type.String({ description: 'What the engine says of itself.' })),
    simulated: Simulated,
    state: stringEnum(['ready', 'draining', 'unreachable', 'disabled'], { title: 'HubState' }),
    wanted: Type.String({ description: 'What the operator wants it to be while it responds.' }),
    seen_at: nullable(Instant('When its engine last responded.')),
    silent_since: nullable(Instant('Since when its engine has not responded; null while it does.')),
    last_error: nullable(Type.String({ description: 'Why its engine last did not respond.' })),
    last_error_at: nullable(Instant('When that was.')),
    gpus: Type.Integer(),
    free_gpus: Type.Integer(),
    deployments: Type.Integer({ description: 'How many deployments there have not ended.' }),
    waiting_allocations: Type.Integer({
      description: 'How many allocations hold GPUs until the hub says that they are over.',
    }),
  },
  { title: 'HubHealth' },
)

export const HubHealthPage = Type.Object(
  { hubs: Type.Array(HubHealth), next_cursor: NextCursor },
  { title: 'HubHealthPage' },
)

export const showHubHealth = (hub: HubHealthReport): Type.Static<typeof HubHealth> => ({
  hub: hub.hubId,
  name: hub.name,
  country: hub.country,
  engine: hub.engine,
  engine_version: hub.engineVersion,
  simulated: hub.simulated,
  state: hub.state,
  wanted: hub.wanted,
  seen_at: hub.seenAt?.toISOString() ?? null,
  silent_since: hub.silentSince?.toISOString() ?? null,
  last_error: hub.lastError,
  last_error_at: hub.lastErrorAt?.toISOString() ?? null,
  gpus: hub.gpus,
  free_gpus: hub.freeGpus,
  deployments: hub.deployments,
  waiting_allocations: hub.waiting,
})

export const DrainedHub = Type.Object({ hub: Type.String(), state: Type.String() }, { title: 'DrainedHub' })

export const RemovedHub = Type.Object(
  {
    hub: Type.String(),
    allocations: Type.Integer({ description: 'How many allocations were released.' }),
    failing_over: Type.Integer({ description: 'How many deployments go elsewhere.' }),
    ended: Type.Integer({ description: 'How many deployments have ended with it.' }),
  },
  { title: 'RemovedHub' },
)

export const Work = Type.Object(
  {
    as_of: Instant('The time of these numbers.'),
    queues: Type.Array(
      Type.Object(
        {
          queue: stringEnum(queueNames, { title: 'QueueName' }),
          deployments: Type.Integer(),
          oldest_at: nullable(Instant('Since when the one has been there that has been the longest.')),
        },
        { title: 'DeploymentQueue' },
      ),
    ),
    retries: Type.Array(
      Type.Object(
        {
          deployment_id: Type.String(),
          company: Type.String(),
          hub: nullable(Type.String()),
          status: DeploymentStatusSchema,
          reason: nullable(Type.String()),
          message: nullable(Type.String()),
          tries: Type.Integer({ description: 'How often it was tried in vain since something last changed.' }),
          pause_seconds: Type.Number({ description: 'The pause before the next try.' }),
          status_since: Instant('Since when it has had this status.'),
          next_try_at: nullable(Instant('When it is tried again; null while it is being tried.')),
        },
        { title: 'DeploymentRetry' },
      ),
    ),
    processes: Type.Array(
      Type.Object(
        {
          process: Type.String(),
          deployments: Type.Integer({ description: 'How many deployments it is at.' }),
          leads: Type.Boolean({ description: 'Whether it watches the hubs.' }),
        },
        { title: 'LiveProcess' },
      ),
    ),
    jobs: Type.Array(
      Type.Object(
        {
          job: Type.String(),
          running: Type.Boolean(),
          due_at: Instant('When it runs next.'),
          succeeded_at: nullable(Instant('When it last succeeded.')),
          failures: Type.Integer({ description: 'How often it has failed since.' }),
        },
        { title: 'ScheduledJobState' },
      ),
    ),
  },
  { title: 'Work' },
)

export const showWork = ({ at, queues, retries, reconcilers, jobs }: WorkReport): Type.Static<typeof Work> => ({
  as_of: at.toISOString(),
  queues: queues.map(({ queue, count, oldestAt }) => ({
    queue,
    deployments: count,
    oldest_at: oldestAt?.toISOString() ?? null,
  })),
  retries: retries.map((one) => ({
    deployment_id: one.deploymentId,
    company: one.company,
    hub: one.hubId,
    status: one.status,
    reason: one.reason,
    message: one.message,
    tries: one.tries,
    pause_seconds: backOffMs(one.tries - 1) / 1_000,
    status_since: one.statusSince.toISOString(),
    next_try_at: one.dueAt?.toISOString() ?? null,
  })),
  processes: reconcilers.map(({ reconcilerId, holds, isLeader }) => ({
    process: reconcilerId,
    deployments: holds,
    leads: isLeader,
  })),
  jobs: jobs.map(({ name, isRunning, dueAt, succeededAt, failures }) => ({
    job: name,
    running: isRunning,
    due_at: dueAt.toISOString(),
    succeeded_at: succeededAt?.toISOString() ?? null,
    failures,
  })),
})
