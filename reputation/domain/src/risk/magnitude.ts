/** Figures that make a grave matter of a serious one. */

import { itemAt } from '../item-at/item-at.ts'
import { otherCompanyWord, type Word } from './headline.ts'
import type { RiskCategory } from './model/categories.ts'

/** A penalty of a billion in any major currency threatens more than a quarter's result. */
const gravePenalty = 1e9
/** Recalls of a million vehicles are monthly news; of five million they were a handful in any decade. */
const graveRecall = 5e6

const penaltyWord = /^(?:fine[sd]?$|penalt|settle|pay|damages|forfeit|guilty)/
const bargainWord = /^(?:merger|takeover|bid|buy|buys|buying|acqui|deal|offer|stake|ipo)/
const penalised: readonly RiskCategory[] = [
  'legal_regulatory',
  'fraud_corruption',
  'antitrust_competition',
  'tax_sanctions_aml',
  'customer_treatment',
]

/** The words of a figure in the cue's clause that makes the matter grave, if there is one. */
export function graveFigure(
  words: readonly Word[],
  category: RiskCategory,
  at: number,
  text: string,
): string | undefined {
  const clause = words.filter((word) => word.clause === itemAt(words, at).clause)
  const figure = clause.find(({ amount = 0, isMoney }) => {
    if (category === 'product_safety')
      return !isMoney && amount >= graveRecall && /^recall/.test(itemAt(words, at).text)
    return isMoney && amount >= gravePenalty && penalised.includes(category) && speaksOfPenalty(clause)
  })
  return figure && text.slice(figure.start, figure.end)
}

const speaksOfPenalty = (clause: readonly Word[]): boolean =>
  clause.some(({ text }) => penaltyWord.test(text)) &&
  !clause.some(({ text }) => bargainWord.test(text) && text !== otherCompanyWord)
