/** How each pillar is computed, with the numbers of the day. */
import type { ExplainedPillar, Explanation } from './words.ts'

type Method = Explanation['method']

/** What a pillar looks at. */
export const pillarNotes: Record<string, string> = {
  sentiment: 'Tone of all news about the company.',
  performance: 'News of results, guidance, ratings and deals.',
  purpose: 'News of environment, work, ethics, privacy and law.',
  ai_visibility: 'What language models answer when they are asked about the sector.',
  innovation: 'News of launches, research and technology.',
  authority: 'Authority of the outlets that write about the company where nothing bad is reported.',
  share_of_voice: 'How much is written about the company without alarm, compared with its peers.',
  volume: 'How much is written about the company without alarm.',
}

const number = (value: number | undefined, digits = 2): string => (value ?? 0).toFixed(digits).replace('-', '−')

/** The formula with the numbers of the day; undefined where they are not known. */
export function formulaOf({ basis, score, sampleSize }: ExplainedPillar, method: Method): string | undefined {
  if (!basis || score === null) return undefined
  const result = `= ${score.toFixed(1)}`
  const { assumedMentions, assumedAuthority, steepness, referenceVolume, windowDays } = method
  if (basis.mean !== undefined) {
    const slope = basis.mean > 0 ? steepness.up : steepness.down
    return `50 + 50 × tanh(${slope} × ${number(basis.mean, 4)}) ${result}. The mean is of ${sampleSize} mentions, which weigh ${number(basis.weight, 1)} today, and of ${assumedMentions} neutral ones that are assumed.`
  }
  if (basis.own !== undefined) {
    return `100 × ${number(basis.own)} ÷ (${number(basis.own)} + ${number(basis.others)}) ${result}: the own voice, and the mean of the peers, with what is assumed of each.`
  }
  if (basis.authority !== undefined) {
    return `100 × (${number(basis.authority)} + ${assumedMentions} × ${assumedAuthority}) ÷ (${number(basis.voice)} + ${assumedMentions}) ${result}: the authority of ${number(basis.voice, 1)} voices added up, with what is assumed.`
  }
  return `100 × ln(1 + ${number(basis.perDay)}) ÷ ln(${1 + referenceVolume}), at most 100, ${result}: ${number(basis.voice, 1)} voices in ${windowDays} days are ${number(basis.perDay)} a day.`
}
