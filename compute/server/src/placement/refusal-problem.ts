/** What a customer reads who gets no GPUs: which hubs there are, what keeps each from taking the request, what may help. */
import { hoursShown } from '@service/compute-domain/metering/gpu-time.ts'
import type { Choice } from '@service/compute-domain/placement/placement.ts'
import { type RefusalCause, refusalCauses } from '@service/compute-domain/placement/refusal.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Admission } from '../metering/metering.ts'
import { gpuHoursExceeded, noCapacity, noFeasibleHub, tooManyDeployments } from '../own-problems.ts'

/** Each said of the hubs that are counted under it. */
const words: Readonly<Record<RefusalCause, string>> = {
  region: 'outside of the region',
  sovereignty: 'not as sovereign as asked',
  gpu_type: 'without that type of GPU',
  too_small: 'with fewer GPUs in all',
  price: 'more expensive than the highest price',
  closed: 'closed by the operator',
  tried: 'already tried',
  unreachable: 'not answering at present',
  full: 'without enough free GPUs at present',
}

/** `details` has each count under `refused.<cause>`. */
export function refusalProblem({ because, hubs, refused }: Choice & { kind: 'refused' }): Problem {
  const causes = refusalCauses.filter((cause) => refused[cause] > 0)
  const counts = causes.map((cause) => `${refused[cause]} ${words[cause]}`).join(', ')
  const of = hubs === 1 ? 'The one hub' : `Of ${hubs} hubs`
  const reasons = `${of}: ${counts || 'there is none'}.`
  const details = causes.map((cause) => ({ path: `refused.${cause}`, message: `${refused[cause]} ${words[cause]}` }))
  if (because === 'no_capacity') {
    const help = 'Try again later, ask for fewer GPUs, or allow more regions.'
    return new Problem(noCapacity, `No hub has room for this at present. ${reasons} ${help}`, { details })
  }
  return new Problem(noFeasibleHub, `No hub can ever take this as it is asked. ${reasons}`, { details })
}

export function noHoursProblem({ hours }: Admission & { admitted: false }, gpus: number): Problem {
  const reserved = hours.reservedMs > 0 ? `, and ${hoursShown(hours.reservedMs)} are reserved` : ''
  return new Problem(
    gpuHoursExceeded,
    `Not enough GPU-hours are left this month: ${hoursShown(hours.usedMs)} of ${hoursShown(hours.limitMs)} are used${reserved}, and ` +
      `${gpus === 1 ? 'a GPU needs' : `${gpus} GPUs need`} at least a minute each. They begin anew on the 1st (UTC); ` +
      'the operator can raise the limit.',
  )
}

export const tooManyProblem = (limit: number): Problem =>
  new Problem(
    tooManyDeployments,
    `${limit} deployments are alive, scheduled ones included, and a company may have no more. Stop or delete some; the ` +
      'operator can raise the limit.',
  )
