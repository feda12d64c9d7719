/** The reasons for and against an alert, in words. */
import type { AlertReason } from '@service/reputation-domain/alerts/article-verdict.ts'
import { itemAt } from '@service/reputation-domain/item-at/item-at.ts'

const percent = (probability: number): string => `${Math.floor(probability * 1_000) / 10} %`

const gravity = [
  'It reports no risk.',
  'It reports a risk, but a minor one.',
  'It reports a serious risk, but not a grave one.',
]

export function reasonInWords(reason: AlertReason): string {
  switch (reason.code) {
    case 'said-by-person':
      return reason.for ? 'A person said that it is an alert.' : 'A person said that it is no alert.'
    case 'grave-risk':
      return `It reports a grave fact about the company (${reason.risk.category.replaceAll('_', ' ')}): “${reason.risk.because}”.`
    case 'no-grave-risk':
      return itemAt(gravity, Math.min(reason.strength, gravity.length - 1))
    case 'negative':
      return `It is negative with a probability of ${percent(reason.pNegative)}; ${percent(reason.threshold)} make an alert.`
    case 'below-threshold':
      return `It is negative with a probability of ${percent(reason.pNegative)}; ${percent(reason.threshold)} would make an alert.`
    case 'other-meaning':
      return `The name probably stands for something else: it is the company’s with a probability of ${percent(reason.pCompany)}.`
    case 'only-source':
      return 'The company is only the source of an opinion or a figure.'
    case 'language-not-judged':
      return reason.language === undefined
        ? 'Its language is unknown, so it is not judged.'
        : `Articles in its language (${reason.language}) are not judged.`
    case 'named-in-passing':
      return 'The company is only named in passing.'
  }
}
