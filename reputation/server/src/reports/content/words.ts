/** How a report writes numbers, dates and names. */
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import type { Pillar } from '@service/reputation-domain/score/pillar.ts'
import type { Period } from '@service/reputation-domain/series/model/month.ts'

/** A name or a headline in a sentence: the words around it keep their direction. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

export const quoted = (text: string, maxLength: number): string => `“${isolated(shortened(text, maxLength))}”`

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Longer words get places where they may be broken: a line of a table must not run into the next column. */
const maxWord = 24

/** Scripts that set no spaces between words, and those whose letters are joined. */
const unbroken =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Arab}\p{scx=Deva}]/u

export const breakable = (text: string): string =>
  text.replace(/[^\s\u200b]{25,}/gu, (word) => {
    if (unbroken.test(word)) return word
    const letters = [...segments.segment(word)].map(({ segment }) => segment)
    return Array.from({ length: Math.ceil(letters.length / maxWord) }, (_, index) =>
      letters.slice(index * maxWord, (index + 1) * maxWord).join(''),
    ).join('\u200b')
  })

/** Never in the middle of what is read as one letter. */
export function shortened(text: string, maxLength: number): string {
  const plain = text.replace(/\s+/gu, ' ').trim()
  const letters = [...segments.segment(plain)]
  if (letters.length <= maxLength) return breakable(plain)
  const kept = letters
    .slice(0, maxLength - 1)
    .map(({ segment }) => segment)
    .join('')
  return breakable(`${kept.trimEnd()}…`)
}

export const tenths = (value: number): string =>
  value
    .toFixed(1)
    .replace(/^-(0\.0)$/, '$1')
    .replace('-', '−')

export const signed = (value: number): string => (value > 0 ? `+${tenths(value)}` : tenths(value))

export const hundredths = (value: number): string =>
  value
    .toFixed(2)
    .replace(/^-(0\.00)$/, '$1')
    .replace('-', '−')

export const whole = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

export const percent = (share: number): string => `${tenths(100 * share)} %`

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole(count)} ${count === 1 ? one : many}`

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const monthName = (month: string): string => months[Number(month) - 1] ?? month

/** `October 2026` */
export const monthOf = (period: Period): string => `${monthName(period.slice(5, 7))} ${period.slice(0, 4)}`

/** `31 October` */
export const dayOfMonth = (date: string): string => `${Number(date.slice(8))} ${monthName(date.slice(5, 7))}`

/** `31 Oct` */
export const shortDay = (date: string): string => `${Number(date.slice(8))} ${monthName(date.slice(5, 7)).slice(0, 3)}`

/** `2 h 10 min` */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export const pillarNames: Readonly<Record<Pillar, string>> = {
  sentiment: 'Sentiment',
  ai_visibility: 'AI visibility',
  volume: 'Volume',
  authority: 'Authority',
  innovation: 'Innovation',
  performance: 'Performance',
  purpose: 'Purpose',
  share_of_voice: 'Share of voice',
}

export const riskNames: Readonly<Record<RiskCategory, string>> = {
  climate_emissions: 'Climate and emissions',
  pollution_environment: 'Pollution and environment',
  product_safety: 'Product safety',
  data_privacy_cyber: 'Data, privacy, cyber',
  labour_workplace: 'Labour and workplace',
  human_rights_supply_chain: 'Human rights, supply chain',
  discrimination_community: 'Discrimination, community',
  customer_treatment: 'Treatment of customers',
  fraud_corruption: 'Fraud and corruption',
  legal_regulatory: 'Legal and regulatory',
  antitrust_competition: 'Antitrust and competition',
  tax_sanctions_aml: 'Tax, sanctions, laundering',
  governance_leadership: 'Governance and leadership',
  financial_distress: 'Financial distress',
  operational_disruption: 'Operational disruption',
  misleading_communication: 'Misleading communication',
}

const unavailableBecause: ReadonlyMap<string, string> = new Map([
  ['no_peers_configured', 'no peers are followed'],
  ['no_provider_configured', 'no language model is asked'],
  ['too_few_answers', 'too few completions of language models'],
])

export const reasonInWords = (reason: string | null): string =>
  reason === null ? 'not measured' : (unavailableBecause.get(reason) ?? reason.replaceAll('_', ' '))

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

export const languageName = (code: string): string =>
  /^[a-z]{2,3}$/.test(code) ? (languageNames.of(code) ?? code) : 'unknown'
