/**
 * One judgement of a mention in the news, from which its tone, its risks and so its alerts follow. Two models and the
 * vocabulary of risk speak: the judge of headlines, which knows how news of companies reads in seven languages; the
 * sentiment model, which knows English sentences and markets better; the vocabulary, which knows set words of English.
 *
 * Index bounds: styles and tones are indexed by their own lists.
 */
import { exp, log } from '../exact-math/exact-math.ts'
import type { JudgedLanguage } from '../languages/languages.ts'
import type { MentionRole, Probabilities } from '../mentions/mentions.ts'
import type { RiskFinding, Strength } from '../risk/model/finding.ts'
import { type TaggedText, tagRisks } from '../risk/risk.ts'
import { type Driver, type OwnModel, styles } from '../sentiment/sentiment.ts'
import { roleOf } from '../subjects/subjects.ts'
import { read, type TargetedText } from '../text-model/text-model.ts'
import { findingsOf } from './findings.ts'
import type { JudgeModel, Judgement } from './judge-model.ts'

export type NewsTitle = Omit<TaggedText, 'text'> & { text: string; language: JudgedLanguage; firstSentence?: string }

export type NewsTone = { probabilities: Probabilities; drivers: Driver[] }
/** `pCompany`: the probability that the name is the company, as far as the headline tells without the name. */
export type NewsJudgement = NewsTone & { pCompany: number; role: MentionRole; risks: RiskFinding[] }

/** Of a text that is not judged. */
export const unjudged: NewsJudgement = {
  probabilities: { negative: 0, neutral: 1, positive: 0 },
  drivers: [],
  pCompany: 1,
  role: 'passing',
  risks: [],
}

/** How much the judge's tone counts in an English headline, at least, and more the graver it finds the news. */
const toneShare = { least: 0.3, byGravity: 0.6 }
/**
 * What is no alert is at most mildly negative: its probabilities are raised to this power, which leaves the likeliest tone
 * as it is and makes less of it. The models have learnt from news that is half grave, and most news is not.
 */
const mildness = 0.5
/** So far below the threshold of an alert the vocabulary's findings are doubted: as shares of the threshold. */
const doubt = { serious: 0.5, any: 0.25 }

const sentence = styles.indexOf('sentence')

export class NewsJudge {
  readonly name = 'own'
  readonly version: string
  readonly #judge: JudgeModel
  readonly #sentiment: OwnModel

  constructor(judge: JudgeModel, sentiment: OwnModel) {
    this.#judge = judge
    this.#sentiment = sentiment
    this.version = `${sentiment.version} ${judge.version}`
  }

  /** Of a title that names the company. */
  judgeTitle({ text, company, others, year, language, firstSentence }: NewsTitle): NewsJudgement {
    const headline = { text, start: company.start, end: company.end }
    const judgement = this.#judge.judge({ headline, language, ...(firstSentence && { firstSentence }) })
    const found = findingsOf(judgement)
    // The judge knows who did what; whom it alerts is no bystander, wherever the name stands.
    const { pCompany } = judgement
    const role = judgement.isAlert ? 'subject' : roleOf(headline).role
    if (language !== 'en') return { ...toneAlone(judgement), pCompany, role, risks: found }
    const reading = read(headline)
    const { probabilities, drivers } = this.#sentiment.judge(headline, reading)
    const notSentence = 1 - this.#sentiment.styleOf(reading)[sentence]!
    const share = notSentence * (toneShare.least + toneShare.byGravity * (1 - judgement.gravity[0]!))
    return {
      probabilities: blended(judgement, probabilities, share),
      drivers,
      pCompany,
      role,
      risks: together(found, doubted(tagRisks({ text, company, ...(others && { others }), year }), judgement)),
    }
  }

  /** Of a sentence below the title: its tone alone. */
  judgeSentence(target: TargetedText, language: JudgedLanguage): NewsTone {
    if (language === 'en') return this.#sentiment.judge(target)
    return toneAlone(this.#judge.judge({ headline: target, language }))
  }
}

const tones = ['negative', 'neutral', 'positive'] as const
const least = 1e-9

/** The weighted geometric mean of both tones, with `share` of the judge's. */
function blended({ tone, isAlert }: Judgement, own: Probabilities, share: number): Probabilities {
  const power = isAlert ? 1 : mildness
  const [negative = 0, neutral = 0, positive = 0] = tones.map((of) =>
    exp(power * (share * log(tone[of] + least) + (1 - share) * log(own[of] + least))),
  )
  const sum = negative + neutral + positive
  return { negative: negative / sum, neutral: neutral / sum, positive: positive / sum }
}

/** What the vocabulary found, no stronger than the judge lets it be. */
function doubted(findings: readonly RiskFinding[], { pAlert, threshold }: Judgement): RiskFinding[] {
  const most: Strength = pAlert >= doubt.serious * threshold ? 3 : pAlert >= doubt.any * threshold ? 2 : 1
  return findings.map((finding) => (finding.strength > most ? { ...finding, strength: most } : finding))
}

/** Each category once, by its stronger finding; the strongest first, and of equals the judge's. */
function together(judged: readonly RiskFinding[], tagged: readonly RiskFinding[]): RiskFinding[] {
  const byCategory = new Map<string, RiskFinding>()
  for (const finding of [...judged, ...tagged]) {
    const known = byCategory.get(finding.category)
    if (!known || finding.strength > known.strength) byCategory.set(finding.category, finding)
  }
  return [...byCategory.values()].sort((a, b) => b.strength - a.strength)
}

/** Where the judge alone speaks; words are signed as words of sentiment are. */
const toneAlone = (judgement: Judgement): NewsTone => ({
  probabilities: blended(judgement, judgement.tone, 1),
  drivers: judgement.because.map((word) => ({ ...word, weight: -word.weight })),
})
