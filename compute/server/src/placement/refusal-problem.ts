/** What a customer reads who gets no GPUs: how many hubs refuse for which cause, and what may help. */
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Choice } from '@service/compute-domain/placement/placement.ts'
import { type RefusalCause, refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import {
  bytesPerGb,
  exceeding,
  type Resources,
  resourcesOf,
  timesResources,
} from '@service/compute-domain/resources/model/resources.ts'
import { Problem, type ProblemDetail } from '@service/foundation/problem.ts'
import type { Admission } from '../metering/metering.ts'
import { gpuHoursExceeded, noCapacity, noFeasibleHub, planUsed, tooManyDeployments } from '../own-problems.ts'

/** How the hubs counted under a cause are described. */
const words: Readonly<Record<RefusalCause, string>> = {
  region: 'outside the requested regions',
  sovereignty: 'below the requested level of sovereignty',
  gpu_type: 'without this type of GPU',
  resources: 'with less CPU, memory or disk for each GPU than requested',
  too_small: 'with too few GPUs in total',
  price: 'above the maximum price',
  closed: 'closed by the operator',
  tried: 'already tried',
  unreachable: 'currently unreachable',
  full: 'without enough free GPUs right now',
}

/** `details` has each count under `refused.<cause>`. */
export function refusalProblem(
  { because, hubs, refused, nearestLimits }: Choice & { kind: 'refused' },
  spec: DeploymentSpec,
): Problem {
  const causes = refusalCauses.filter((cause) => refused[cause] > 0)
  const counts = causes.map((cause) => `${refused[cause]} ${words[cause]}`).join(', ')
  const reasons = hubs === 0 ? 'There are no hubs.' : `Of ${hubs} ${hubs === 1 ? 'hub' : 'hubs'}: ${counts}.`
  const changes = nearestLimits ? changesTo(nearestLimits, spec) : []
  const details: ProblemDetail[] = causes.map((cause) => ({
    path: `refused.${cause}`,
    message: `${refused[cause]} ${words[cause]}`,
  }))
  details.push(...changes.map(({ field, most }) => ({ path: `body.${field}`, message: `must be at most ${most}` })))
  if (because === 'no_capacity') {
    const help = 'Try again later, ask for fewer GPUs, or allow more regions.'
    return new Problem(noCapacity, `No hub has room for this deployment right now. ${reasons} ${help}`, { details })
  }
  const smallest = changes.map(({ field, most }) => `${field} of at most ${most}`).join(' and ')
  const help = smallest && ` Ask for ${smallest}, or for more GPUs.`
  return new Problem(noFeasibleHub, `No hub can run this deployment as requested. ${reasons}${help}`, { details })
}

/** The amounts that would have to be lowered at the hub that lacks the least, and to what. */
function changesTo(limits: Resources, spec: DeploymentSpec): { field: string; most: number }[] {
  const most = timesResources(limits, spec.count)
  const inGb = (bytes: number | null) => Math.floor(((bytes ?? 0) / bytesPerGb) * 1_000) / 1_000
  return exceeding(resourcesOf(spec), most).map((name) => {
    if (name === 'cpus') return { field: 'cpu', most: most.cpus ?? 0 }
    return name === 'memoryBytes'
      ? { field: 'memory_gb', most: inGb(most.memoryBytes) }
      : { field: 'disk_gb', most: inGb(most.diskBytes) }
  })
}

export const noHubsProblem = (toDo: string): Problem =>
  new Problem(
    'unavailable',
    `This service has no hub that responds, so nothing can be deployed. For its operator: ${toDo}`,
    {
      retryAfterSeconds: 60,
    },
  )

export function noHoursProblem({ hours }: Admission & { admitted: false }, gpus: number): Problem {
  const reserved = hours.reservedMs > 0 ? `, and ${hoursShown(hours.reservedMs)} are reserved` : ''
  return new Problem(
    gpuHoursExceeded,
    `Not enough GPU-hours are left this month: ${hoursShown(hours.usedMs)} of ${hoursShown(hours.limitMs)} are used${reserved}, and ` +
      `${gpus === 1 ? 'a GPU needs' : `${gpus} GPUs need`} at least a minute each. They reset on the 1st (UTC); ` +
      'the operator can raise the limit.',
  )
}

export const planUsedProblem = (): Problem =>
  new Problem(
    planUsed,
    'This plan has been deployed already. Send the idempotency_key of then to see that deployment again; for another one ' +
      'plan again, and ask the person again.',
  )

export const tooManyProblem = (limit: number): Problem =>
  new Problem(
    tooManyDeployments,
    `The limit of ${limit} live deployments, scheduled ones included, is reached. Stop or delete some; the operator can ` +
      'raise the limit.',
  )
