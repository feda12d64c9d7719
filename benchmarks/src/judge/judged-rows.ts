/** The rows of the corpus' test writers, each judged by the model that ships and by the rules that were there before it. */

import { isAlert } from '@service/reputation-domain/alerts/article-verdict.ts'
import { NewsJudge, type NewsJudgement } from '@service/reputation-domain/judge/judge.ts'
import { type JudgeModel, type Judgement, openJudgeModel } from '@service/reputation-domain/judge/judge-model.ts'
import type { JudgedLanguage } from '@service/reputation-domain/languages/judged-languages.ts'
import { type Label, labelOf } from '@service/reputation-domain/mentions/mentions.ts'
import type { RiskCategory } from '@service/reputation-domain/risk/model/categories.ts'
import { tagRisks } from '@service/reputation-domain/risk/tag-risks.ts'
import { roleOf } from '@service/reputation-domain/subjects/mention-role.ts'
import { readModelFile } from '@service/reputation-server/news/analysis/model-files.ts'
import { type CorpusRow, readCorpus, readSplit } from '../../../reputation/training/src/corpus/read-corpus.ts'
import { openModels } from '../sentiment/models.ts'

/** `service`: what the service makes of the judgement, its other models and its rules. */
export type JudgedRow = { row: CorpusRow; said: Judgement; service: RulesVerdict; before: RulesVerdict }

export type RulesVerdict = { isAlert: boolean; isCompany: boolean; tone: Label; category: RiskCategory | undefined }

/** The threshold of a company that has set none. */
const threshold = 0.75
/** Risks of earlier years are history to the rules; the corpus does not date its rows. */
const year = 2020

export const openJudge = (): JudgeModel => openJudgeModel(readModelFile('judge'), readModelFile('encoder'))

export function testRows(): CorpusRow[] {
  const { testWriters } = readSplit()
  return readCorpus().filter(({ writer }) => testWriters.includes(writer))
}

/** With the first sentence only rows that have one; the rules read headlines alone. */
export function judgeRows(rows: readonly CorpusRow[], judge: JudgeModel, withSentence: boolean): JudgedRow[] {
  const verdicts = openVerdicts(judge)
  return rows.flatMap((row) => {
    const { headline: text, start, end, firstSentence } = row
    if (withSentence && !firstSentence) return []
    const sentence = withSentence && firstSentence ? { firstSentence } : {}
    const said = judge.judge({ headline: { text, start, end }, language: languageOf(row), ...sentence })
    return [{ row, said, ...verdicts(row, sentence) }]
  })
}

export const languageOf = ({ writer }: CorpusRow): JudgedLanguage => writer.slice(0, 2) as JudgedLanguage

type Verdicts = Pick<JudgedRow, 'service' | 'before'>

function openVerdicts(judge: JudgeModel): (row: CorpusRow, sentence: { firstSentence?: string }) => Verdicts {
  const { sentiment, names } = openModels()
  const news = new NewsJudge(judge, sentiment)
  return (row, sentence) => {
    const { headline: text, start, end } = row
    const target = { text, start, end }
    const verdict = ({ pCompany, probabilities, role, risks }: Omit<NewsJudgement, 'drivers'>): RulesVerdict => ({
      isAlert: isAlert({ pCompany, role, probabilities, risks }, threshold),
      isCompany: pCompany >= 0.5,
      tone: labelOf({ probabilities }),
      category: risks[0]?.category,
    })
    const company = { start, end }
    const spelling = spellingIn(row)
    const byName = names.judge(target, spelling === undefined ? {} : { spelling })
    const said = news.judgeTitle({ text, company, year, language: languageOf(row), ...sentence })
    return {
      service: verdict({ ...said, pCompany: Math.min(byName.pCompany, said.pCompany) }),
      before: verdict({
        pCompany: names.judge(target).pCompany,
        probabilities: sentiment.probabilities(target),
        role: roleOf(target).role,
        risks: tagRisks({ text, company: target, year }),
      }),
    }
  }
}

/** The name as the company writes it; undefined where the headline has another form of it. */
function spellingIn({ companyName, headline, start, end }: CorpusRow): string | undefined {
  const at = companyName.toLowerCase().indexOf(headline.slice(start, end).toLowerCase())
  return at < 0 ? undefined : companyName.slice(at, at + end - start)
}
