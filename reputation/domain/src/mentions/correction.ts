/** What a person said about the judgement of an article: it holds in place of what the models said. */
import type { RiskCategory } from '../risk/model/categories.ts'
import type { RiskFinding, Strength } from '../risk/model/finding.ts'
import type { Label, Mention } from './mentions.ts'

/** Null: as it was judged. */
export type Correction = {
  tone: Label | null
  /** Whether the article is about the company at all. */
  aboutCompany: boolean | null
  /** 0: it reports no risk; else the strength of the gravest. */
  gravity: 0 | Strength | null
  /** Of that risk; null: as it was judged. */
  category: RiskCategory | null
  /** Whether it is an alert of its own. */
  isAlert: boolean | null
}

type Judged = Pick<Mention, 'pCompany' | 'role' | 'probabilities' | 'risks' | 'judged' | 'alertSaid'>

/**
 * The mention as a person has it. What they say is certain: the tone has the probability 1, and an article in a language that
 * is not judged is judged by them. Who says that it is about the company says that the company is its subject.
 */
export function corrected<M extends Judged>(mention: M, correction: Correction): M {
  const { tone, aboutCompany, gravity, category, isAlert } = correction
  return {
    ...mention,
    ...(aboutCompany === false && { pCompany: 0 }),
    ...(aboutCompany === true && { pCompany: 1, role: 'subject' as const }),
    ...(tone !== null && { probabilities: certain(tone), judged: true }),
    ...(gravity !== null && { risks: withGravity(mention.risks, gravity, category) }),
    ...(isAlert !== null && { alertSaid: isAlert }),
  }
}

const certain = (tone: Label) => ({ negative: 0, neutral: 0, positive: 0, [tone]: 1 })

/** The gravest risk is that of the person; others are at most as grave. */
function withGravity(
  risks: readonly RiskFinding[],
  gravity: 0 | Strength,
  category: RiskCategory | null,
): RiskFinding[] {
  if (gravity === 0) return []
  const said = category ?? risks[0]?.category
  if (said === undefined) return []
  const others = risks.filter((risk) => risk.category !== said)
  const because = risks.find((risk) => risk.category === said)?.because ?? 'said by a person'
  return [
    { category: said, strength: gravity, because },
    ...others.map((risk) => ({ ...risk, strength: Math.min(risk.strength, gravity) as Strength })),
  ]
}
