/** Why a hub cannot take a deployment, in words. */
const causes: Readonly<Record<string, string>> = {
  region: 'is in none of the regions asked for',
  sovereignty: 'does not meet the level of sovereignty',
  gpu_type: 'has no GPU of this type',
  resources: 'has less CPU, memory or disk for each GPU than asked for',
  too_small: 'has fewer GPUs of this type than asked for',
  price: 'costs more than the highest price',
  closed: 'takes nothing new: its operator drains it or has disabled it',
  tried: 'has been tried for this deployment',
  unreachable: 'is not responding',
  full: 'has too few free GPUs now',
}

export const causeWords = (cause: string): string => causes[cause] ?? cause.replaceAll('_', ' ')
