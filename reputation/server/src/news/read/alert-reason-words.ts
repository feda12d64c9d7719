/** The reasons for and against an alert, in words. */
import type { AlertReason } from '@service/reputation-domain/alerts/article-verdict.ts'
import { minPCompany } from '@service/reputation-domain/mentions/mentions.ts'

export function reasonInWords(reason: AlertReason): string {
  switch (reason.code) {
    case 'grave-risk':
      return `It reports a grave fact (${reason.risk.category}): ${reason.risk.because}.`
    case 'no-grave-risk':
      return reason.strength === 0
        ? 'No risk was found in it.'
        : `Its gravest risk has strength ${reason.strength}; 3 is grave.`
    case 'negative':
      return `P(negative) is ${reason.pNegative}; the threshold is ${reason.threshold}.`
    case 'below-threshold':
      return `P(negative) is ${reason.pNegative}, below the threshold of ${reason.threshold}.`
    case 'other-meaning':
      return `The name stands for something else: P(company) is ${reason.pCompany}, below ${minPCompany}.`
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
