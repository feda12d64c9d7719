/**
 * What stands against a hub, with what it has and what was asked for, and the smallest change of the request that takes that
 * away. Another thing may stand against it then: causes are shown one at a time, as the service returns them.
 */
import { formatUsd } from '@service/ui/quantities.ts'
import type { Output } from '../../api/api.ts'
import { causeWords } from '../../candidates/candidates.ts'
import { type Form, type Level, levels } from './form.ts'

export type Hub = Output<'listHubs'>['hubs'][number]
export type Refused = Output<'planDeployment'>['refused'][number]

export type Judged = {
  words: string
  change?: { words: string; to: Partial<Form> }
}

export function judge({ hub: id, country, cause }: Refused, hub: Hub | undefined, form: Form): Judged {
  const words = causeWords(cause)
  const gpus = hub?.gpus.find(({ gpu_type: type }) => type === form.gpuType)
  switch (cause) {
    case 'region': {
      const region = form.region.trim() === '' ? country : `${form.region}, ${country}`
      return { words: `${country} is not in ${form.region}`, change: { words: `Add ${country}`, to: { region } } }
    }
    case 'sovereignty':
      return sovereignty(hub, form, words)
    case 'gpu_type': {
      const other = hub && nearest(hub, form)
      return {
        words: `it has no ${form.gpuType}${hub ? `, but ${hub.gpus.map(({ gpu_type: type }) => type).join(', ')}` : ''}`,
        ...(other !== undefined && { change: { words: `Use ${other}`, to: { gpuType: other } } }),
      }
    }
    case 'resources': {
      const given = (['cpu', 'memoryGb', 'diskGb'] as const).filter((field) => form[field] !== '')
      const to = Object.fromEntries(given.map((field) => [field, '']))
      return { words, change: { words: 'Take what the hub gives', to } }
    }
    case 'too_small':
      return gpus === undefined
        ? { words }
        : {
            words: `it has ${gpus.total} ${form.gpuType} in all, ${form.count} are asked for`,
            change: { words: `Ask for ${gpus.total}`, to: { count: String(gpus.total) } },
          }
    case 'price': {
      const price = gpus?.price_usd_per_gpu_hour
      return price === undefined
        ? { words }
        : {
            words: `it costs ${formatUsd(price)}, more than ${formatUsd(Number(form.maxPriceUsd))}`,
            change: { words: `Allow ${formatUsd(price)}`, to: { maxPriceUsd: String(price) } },
          }
    }
    case 'full':
      return gpus === undefined
        ? { words }
        : {
            words: `${gpus.free} of its ${gpus.total} ${form.gpuType} are free now, ${form.count} are asked for`,
            ...(gpus.free > 0 && {
              change: { words: `Ask for ${gpus.free}`, to: { count: String(gpus.free) } },
            }),
          }
    default:
      return { words: `${id} ${words}` }
  }
}

/** The level below that its facts allow. */
function sovereignty(hub: Hub | undefined, form: Form, words: string): Judged {
  if (!hub) return { words }
  const { operator, country, dedicated_nodes: dedicated } = hub
  const { jurisdiction, parent_jurisdiction: parent, nationally_owned: owned } = operator
  const isForeign = jurisdiction !== country || parent !== country
  const facts = isForeign
    ? `its operator is under the law of ${jurisdiction === parent ? jurisdiction : `${jurisdiction}, its parent of ${parent}`}`
    : !owned
      ? `its operator is not owned in ${country}`
      : !dedicated
        ? 'its nodes are shared'
        : `this service does not keep its data in ${country}`
  const lower: Level = form.sovereignty === 'sovereign' && !isForeign ? 'jurisdiction' : 'residency'
  const isLower = levels.indexOf(lower) < levels.indexOf(form.sovereignty)
  return {
    words: facts,
    ...(isLower && { change: { words: `Lower to “${lower}”`, to: { sovereignty: lower } } }),
  }
}

/** The type of the hub that costs most like the one asked for; the first one where that is not known. */
function nearest({ gpus }: Hub, { maxPriceUsd }: Form): string | undefined {
  const limit = maxPriceUsd === '' ? Number.POSITIVE_INFINITY : Number(maxPriceUsd)
  const fitting = gpus.filter(({ price_usd_per_gpu_hour: price }) => price <= limit)
  return [...fitting].sort((a, b) => b.price_usd_per_gpu_hour - a.price_usd_per_gpu_hour)[0]?.gpu_type
}
