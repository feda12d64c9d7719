/** Whether an article is an alert of its own, with every reason for and against it. */
import { countsInFigures, type Mention, minPCompany } from '../mentions/mentions.ts'
import type { RiskFinding } from '../risk/model/finding.ts'

export type AlertReason =
  /** A person said so. */
  | { code: 'said-by-person'; for: boolean }
  /** For it. */
  | { code: 'grave-risk'; for: true; risk: RiskFinding }
  | { code: 'negative'; for: true; pNegative: number; threshold: number }
  /** Against it. */
  | { code: 'other-meaning'; for: false; pCompany: number }
  | { code: 'only-source' | 'named-in-passing'; for: false }
  | { code: 'language-not-judged'; for: false; language: string | undefined }
  | { code: 'below-threshold'; for: false; pNegative: number; threshold: number }
  | { code: 'no-grave-risk'; for: false; strength: number }

export type ArticleVerdict = { alert: boolean; reasons: AlertReason[] }

type Judged = Pick<Mention, 'pCompany' | 'role' | 'probabilities' | 'risks' | 'language' | 'judged' | 'alertSaid'>

/** A fact so grave that one outlet is enough. */
const grave = 3

/**
 * An article is an alert when the company is its subject, and it reports a grave fact or P(negative) reaches the
 * company's threshold. A person who says otherwise is right, as long as figures count it at all.
 */
export function articleVerdict(mention: Judged, threshold: number): ArticleVerdict {
  const { pCompany, role, probabilities, risks } = mention
  const against: AlertReason[] = []
  if (pCompany < minPCompany) against.push({ code: 'other-meaning', for: false, pCompany })
  if (role === 'source') against.push({ code: 'only-source', for: false })
  if (role === 'passing') against.push({ code: 'named-in-passing', for: false })
  if (mention.judged === false) {
    against.push({ code: 'language-not-judged', for: false, language: mention.language })
    return { alert: false, reasons: against }
  }
  if (mention.alertSaid !== undefined) {
    const said: AlertReason = { code: 'said-by-person', for: mention.alertSaid }
    return { alert: mention.alertSaid && countsInFigures(mention), reasons: [said, ...against] }
  }
  const pNegative = probabilities.negative
  const risk = risks.find(({ strength }) => strength >= grave)
  const isNegative = pNegative >= threshold
  const reasons: AlertReason[] = [
    ...against,
    risk
      ? { code: 'grave-risk', for: true, risk }
      : { code: 'no-grave-risk', for: false, strength: risks[0]?.strength ?? 0 },
    isNegative
      ? { code: 'negative', for: true, pNegative, threshold }
      : { code: 'below-threshold', for: false, pNegative, threshold },
  ]
  return { alert: against.length === 0 && (risk !== undefined || isNegative), reasons }
}

export const isAlert = (mention: Judged, threshold: number): boolean => articleVerdict(mention, threshold).alert
