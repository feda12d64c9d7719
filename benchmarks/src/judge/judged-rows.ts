/** The rows of the corpus' test writers, each judged by the model that ships and by the rules that were there before it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlert } from '@service/reputation-domain/alerts/article-verdict.ts'
import type { JudgeModel, Judgement } from '@service/reputation-domain/judge/judge-model.ts'
import { openJudgeModel } from '@service/reputation-domain/judge/judge-model.ts'
import { type Label, labelOf } from '@service/reputation-domain/mentions/mentions.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import { tagRisks } from '@service/reputation-domain/risk/tag-risks.ts'
import { roleOf } from '@service/reputation-domain/subjects/mention-role.ts'
import { type CorpusRow, readCorpus, readSplit } from '../../../reputation/training/src/corpus/read-corpus.ts'
import { openModels } from '../sentiment/models.ts'

export type JudgedRow = { row: CorpusRow; said: Judgement; before: RulesVerdict }

export type RulesVerdict = { isAlert: boolean; isCompany: boolean; tone: Label; category: RiskCategory | undefined }

const file = join(import.meta.dirname, '../../../reputation/server/models/judge.bin')
/** The threshold of a company that has set none. */
const threshold = 0.75
/** Risks of earlier years are history to the rules; the corpus does not date its rows. */
const year = 2020

export const openJudge = (): JudgeModel => openJudgeModel(readFileSync(file))

export function testRows(): CorpusRow[] {
  const { testWriters } = readSplit()
  return readCorpus().filter(({ writer }) => testWriters.includes(writer))
}

/** With the first sentence only rows that have one; the rules read headlines alone. */
export function judgeRows(rows: readonly CorpusRow[], judge: JudgeModel, withSentence: boolean): JudgedRow[] {
  const rules = openRules()
  return rows.flatMap((row) => {
    const { headline: text, start, end, firstSentence } = row
    const headline = { text, start, end }
    if (!withSentence) return [{ row, said: judge.judge({ headline }), before: rules(row) }]
    return firstSentence ? [{ row, said: judge.judge({ headline, firstSentence }), before: rules(row) }] : []
  })
}

function openRules(): (row: CorpusRow) => RulesVerdict {
  const { sentiment, names } = openModels()
  return ({ headline: text, start, end }) => {
    const target = { text, start, end }
    const { pCompany } = names.judge(target)
    const probabilities = sentiment.probabilities(target)
    const risks = tagRisks({ text, company: target, year })
    return {
      isAlert: isAlert({ pCompany, role: roleOf(target).role, probabilities, risks }, threshold),
      isCompany: pCompany >= 0.5,
      tone: labelOf({ probabilities }),
      category: risks[0]?.category,
    }
  }
}
