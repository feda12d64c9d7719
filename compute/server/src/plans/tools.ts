/** Planning and deploying as agents are offered them: nothing is deployed that was not planned. */
import { nullable } from '@service/foundation/http/model/nullable.ts'
import type { Fields, Tool } from '@service/foundation/mcp/mcp.ts'
import Type from 'typebox'
import { type AgreedPlan, planHoldsMs } from './model/plan.ts'
import type { Plans } from './plans.ts'

declare module '@service/foundation/http/inner-request.ts' {
  interface InnerTerms {
    /** What the caller of `deploy` has agreed to. */
    plan?: AgreedPlan
  }
}

type Candidate = { hub: string; country: string; price_usd_per_gpu_hour: number; grams_per_gpu_hour: number }
type Planned = {
  outcome: string
  hub: string | null
  expected_start: string | null
  expected_gain: number | null
  candidates: Candidate[]
  refused: { hub: string; country: string; cause: string }[]
  simulated: boolean
}

/** `levelOf` reads the level of sovereignty that a request asks for, under any spelling. */
export const planTool = (plans: Plans, levelOf: (body: Fields) => AgreedPlan['sovereignty']): Tool => ({
  name: 'plan_deployment',
  title: 'Plan a deployment',
  description:
    'Tells where a container would run, why nowhere else, what it would cost and emit. Nothing is deployed. Its plan_id can be ' +
    'deployed for ten minutes.',
  effect: 'reads',
  takes: {
    gpu_type: 'Such as H100; list_prices has all.',
    count: true,
    region: 'A hub, a country code or eu, eea, nordics, us, global; several in the order of preference.',
    sovereignty: true,
    carbon_aware: true,
    image: true,
    name: true,
    command: true,
    args: 'Arguments behind the command.',
    port: 'Where the container listens.',
    health_path: 'Returns 2xx or 3xx once it is up; needs port.',
    cpu: 'Cores in all.',
    memory_gb: 'In all.',
    disk_gb: 'In all.',
    duration_hours: 'For a job: how long it is expected to run.',
    max_lifetime_hours: 'How long it may run before it is stopped.',
    max_delay_hours: 'How much later it may start for a cleaner grid; needs carbon_aware.',
    max_price_usd: true,
  },
  says: inWords,
  complete: {
    fields: {
      plan_id: nullable(Type.String()),
      plan_holds_until: nullable(Type.String()),
    },
    async add(planned: Planned, { principal, input }) {
      const { outcome, hub } = planned
      const price = planned.candidates.find((one) => one.hub === hub)?.price_usd_per_gpu_hour
      if ((outcome !== 'start' && outcome !== 'wait') || hub === null || price === undefined) {
        return { plan_id: null, plan_holds_until: null }
      }
      const decided = { outcome, hubId: hub, priceUsdPerGpuHour: price, sovereignty: levelOf(input) } as const
      const { id, plannedAt } = await plans.keep(principal.companyId, { ...decided, body: input })
      return { plan_id: id, plan_holds_until: new Date(plannedAt.getTime() + planHoldsMs).toISOString() }
    },
  },
})

function inWords(planned: Planned, input: Fields): string {
  const { outcome, hub, expected_start: start, expected_gain: gain, candidates, refused, simulated } = planned
  const chosen = candidates.find((one) => one.hub === hub)
  const count = Number(input.count ?? 1)
  const sentences: string[] = []
  if (outcome === 'start') sentences.push(`It would start now at ${hub}${chosen ? ` (${chosen.country})` : ''}.`)
  else if (outcome === 'wait') {
    const saved = gain === null ? '' : `, which saves ${Math.round(gain * 100)} % of the emissions`
    sentences.push(
      `It would wait for a cleaner hour, until about ${start} at ${hub}${saved}. The hub may be another then, at no higher price.`,
    )
  } else if (outcome === 'no-capacity') sentences.push('No hub has room for it now.')
  else sentences.push('No hub could ever take it as it is asked for.')
  if (chosen) sentences.push(costInWords(chosen, count, input.duration_hours))
  const [, second] = candidates
  if (second && chosen) {
    const more = (second.price_usd_per_gpu_hour - chosen.price_usd_per_gpu_hour).toFixed(2)
    const grams = Math.round(second.grams_per_gpu_hour - chosen.grams_per_gpu_hour)
    sentences.push(`The next best is ${second.hub}: ${more} USD and ${grams} g more per GPU-hour.`)
  }
  const causes = Map.groupBy(refused, ({ cause }) => cause)
  for (const [cause, hubs] of causes)
    sentences.push(`${hubs.map((one) => one.hub).join(', ')}: ${causeWords[cause] ?? cause}.`)
  if (simulated) sentences.push('This is a simulation: nothing really runs.')
  return sentences.join(' ')
}

function costInWords(
  { price_usd_per_gpu_hour: price, grams_per_gpu_hour: grams }: Candidate,
  count: number,
  hours: unknown,
) {
  const gpus = count === 1 ? '1 GPU' : `${count} GPUs`
  const rate = `${gpus} at ${price} USD and ${Math.round(grams)} g CO2eq an hour each`
  if (typeof hours !== 'number') return `${rate}, for as long as it runs.`
  const [usd, total] = [price * count * hours, grams * count * hours]
  return `${rate}: ${usd.toFixed(2)} USD and ${Math.round(total)} g over ${hours} h.`
}

const causeWords: Record<string, string> = {
  region: 'outside the requested regions',
  sovereignty: 'below the requested level of sovereignty',
  gpu_type: 'no GPU of this type',
  resources: 'less CPU, memory or disk for each GPU than asked for',
  too_small: 'too few GPUs in total',
  price: 'above the maximum price',
  closed: 'closed by the operator',
  tried: 'already tried',
  unreachable: 'unreachable at present',
  full: 'not enough free GPUs at present',
}

export const deployTool = (plans: Plans, says: (deployment: never) => string): Tool => ({
  name: 'deploy',
  title: 'Deploy a plan',
  description:
    'Deploys a plan that the person has agreed to. Costs money. Refused (plan-outdated) if hub, price or level would differ. ' +
    'Sent again under the same idempotency_key, it deploys once.',
  effect: 'adds',
  repeatable: true,
  own: {
    plan_id: Type.String({ maxLength: 40, description: 'From plan_deployment.' }),
    idempotency_key: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]+$',
      description: 'A new one for each deployment, the same to try again.',
    }),
  },
  takes: {
    env: true,
    wait_seconds: { description: 'How long to wait for it to run.', default: 20, maximum: 60 },
  },
  untrusted: ['message'],
  says,
  async prepare({ principal, input: { plan_id: planId, idempotency_key: key, ...given } }) {
    const { body, ...plan } = await plans.find(principal.companyId, String(planId))
    // What waits is placed again when it starts.
    const cap = plan.outcome === 'wait' && { max_price_usd: plan.priceUsdPerGpuHour }
    return { fields: { ...body, ...cap, ...given }, headers: { 'Idempotency-Key': String(key) }, terms: { plan } }
  },
})
