/** Response schemas of articles. */
import type { CsvColumn } from '@service/foundation/http/csv.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, openEnumOrNull, stringEnum, stringEnumOrNull } from '@service/foundation/http/model/string-enum.ts'
import { articleVerdict, isAlert } from '@service/reputation-domain/alerts/article-verdict.ts'
import { corrected } from '@service/reputation-domain/mentions/correction.ts'
import { countsInFigures, labelOf, sentimentOf } from '@service/reputation-domain/mentions/mentions.ts'
import { riskCategories } from '@service/reputation-domain/risk/model/categories.ts'
import Type from 'typebox'
import { alertArticle } from '../../events/events.ts'
import { rounded } from '../model/rounded.ts'
import { reasonInWords } from './alert-reason-words.ts'
import type { HoldingCorrection } from './article-store.ts'
import type { FoundArticles } from './list-articles.ts'

const probability = Type.Number({ minimum: 0, maximum: 1 })

export const tones = ['negative', 'neutral', 'positive'] as const

const Word = Type.Object(
  {
    word: Type.String({ examples: ['sued'] }),
    weight: Type.Number({ description: 'What it adds to the log-odds of positive against negative.' }),
  },
  { title: 'DrivingWord' },
)

const Risk = Type.Object(
  {
    category: openEnum(riskCategories, { title: 'RiskCategory', description: 'The category of a risk.' }),
    strength: Type.Integer({ minimum: 1, maximum: 3, description: '3 is grave.' }),
    because: Type.String({ description: 'The words it rests on, and what weakened or strengthened them.' }),
  },
  { title: 'ArticleRisk' },
)

const AlertVerdict = Type.Object(
  {
    isAlert: Type.Boolean({ description: 'Whether the article is an alert of its own, of severity `high`.' }),
    reasons: Type.Array(
      Type.Object(
        {
          code: openEnum(
            [
              'grave-risk',
              'negative',
              'other-meaning',
              'only-source',
              'named-in-passing',
              'below-threshold',
              'no-grave-risk',
              'language-not-judged',
              'said-by-person',
            ],
            { description: 'A stable code.' },
          ),
          speaks: stringEnum(['for', 'against'], { description: 'Whether it speaks for or against an alert.' }),
          because: Type.String({ description: 'The reason in words.' }),
        },
        { title: 'AlertReason' },
      ),
    ),
  },
  { title: 'AlertVerdict' },
)

export const CorrectionFields = {
  tone: stringEnumOrNull(tones, {
    title: 'SaidTone',
    description: 'The tone that a person gave it; null: as it was judged.',
  }),
  aboutCompany: nullable(
    Type.Boolean({ description: 'Whether the article is about the company at all; null: as it was judged.' }),
  ),
  gravity: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 3,
      description: 'How grave the gravest risk is that it reports, 0 for none; null: as it was judged.',
    }),
  ),
  category: openEnumOrNull(riskCategories, { description: 'The category of that risk; null: as it was judged.' }),
  isAlert: nullable(Type.Boolean({ description: 'Whether it is an alert of its own; null: as the rule has it.' })),
}

export const Correction = Type.Object(
  {
    correctionId: Type.String({ examples: ['cor_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    ...CorrectionFields,
    note: nullable(Type.String({ description: 'Why.' })),
    correctedAt: Instant('When it was corrected.'),
    actor: Type.String({ description: 'Who corrected it, as the audit names actors.' }),
  },
  { title: 'ArticleCorrection', description: 'The correction by a person. Figures use it.' },
)

const role = stringEnum(['subject', 'passing', 'source'], {
  title: 'ArticleRole',
  description: 'What the company is to the article: its subject, named in passing, or only its source.',
})
const tone = stringEnumOrNull(tones, {
  title: 'Tone',
  description: 'The likeliest of the three; null where it is not judged.',
})
const sentimentScore = nullable(
  Type.Number({
    minimum: -1,
    maximum: 1,
    description: 'P(positive) − P(negative); null where it is not judged.',
  }),
)
const probabilities = nullable(
  Type.Object(
    { negative: probability, neutral: probability, positive: probability },
    { title: 'ToneProbabilities', description: 'Null where it is not judged.' },
  ),
)

const Judgement = Type.Object(
  {
    pCompany: probability,
    role,
    judged: Type.Boolean(),
    tone,
    sentimentScore,
    probabilities,
    risks: Type.Array(Risk),
    isAlert: Type.Boolean(),
  },
  { title: 'OriginalJudgement', description: 'How the models judged it, before it was corrected.' },
)

const articleFields = {
  articleId: Type.String({ examples: ['art_1e501d73f529098addeca039'] }),
  title: Type.String({ description: 'The headline.' }),
  ...alertArticle,
  publishedAt: Instant('When the article was published.'),
  language: Type.Optional(
    Type.String({
      description: 'The language of its text, ISO 639-1, as detected; absent where nothing tells.',
      examples: ['en'],
    }),
  ),
  judged: Type.Boolean({
    description:
      'Whether articles in its language are judged. One that is not has no tone, no risks and no alert, and moves no figure; days count it as `unjudged`.',
  }),
  story: nullable(Type.String({ description: 'The id of its story; null where figures do not count it.' })),
  role,
  pCompany: Type.Number({ minimum: 0, maximum: 1, description: 'The probability that the name means the company.' }),
  counted: Type.Boolean({
    description: 'Whether figures count it: the name means the company, it is no source, and the article is judged.',
  }),
  tone,
  sentimentScore,
  probabilities,
  words: nullable(
    Type.Array(Word, {
      description: 'The words that moved the tone, strongest first; null where they were not kept or it is not judged.',
    }),
  ),
  judge: Type.Object(
    { name: Type.String(), version: Type.String() },
    { title: 'SentimentJudge', description: 'The model that judged the tone.' },
  ),
  risks: Type.Array(Risk, { description: 'The gravest first.' }),
  alert: AlertVerdict,
  correction: Type.Optional(Correction),
  original: Type.Optional(Judgement),
  sample: Type.Optional(Type.Boolean({ description: 'True for the sample, whose dates are shifted.' })),
  originalPublishedAt: Type.Optional(Instant('When the article of a sample was really published.')),
}

export const Article = Type.Object(articleFields, { title: 'Article' })
export type Article = Type.Static<typeof Article>

export const ArticleDetail = Type.Object(
  {
    ...articleFields,
    text: nullable(Type.String({ description: 'The text below the headline; null if only the headline is known.' })),
  },
  { title: 'ArticleDetail' },
)

type Found = FoundArticles['articles'][number]

export function toArticle(found: Found, threshold: number): Article {
  const { articleId, title, outlet, url, publishedAt, story, correction } = found
  const language = found.language ?? undefined
  const original = judgementIn(found)
  const judgement = correction ? corrected(original, correction) : original
  const { alert, reasons } = articleVerdict(judgement, threshold)
  const { tone, sentimentScore, probabilities, risks, pCompany, role, judged } = shown(judgement)
  return {
    articleId,
    title,
    source: outlet,
    url,
    publishedAt: publishedAt.toISOString(),
    ...(language && { language }),
    judged,
    story: story ?? null,
    role,
    pCompany,
    counted: countsInFigures(judgement),
    tone,
    sentimentScore,
    probabilities,
    words: found.judged ? found.words : null,
    judge: { name: found.provider, version: found.providerVersion },
    risks,
    alert: {
      isAlert: alert,
      reasons: reasons.map((reason) => ({
        code: reason.code,
        speaks: reason.for ? 'for' : 'against',
        because: reasonInWords(reason),
      })),
    },
    ...(correction && {
      correction: toCorrection(correction),
      original: { ...shown(original), isAlert: isAlert(original, threshold) },
    }),
    ...(found.sample && { sample: true }),
    ...(found.originalPublishedAt && { originalPublishedAt: found.originalPublishedAt.toISOString() }),
  }
}

function judgementIn({ pCompany, role, judged, risks, language, pNegative, pNeutral, pPositive }: Found) {
  const probabilities = { negative: pNegative, neutral: pNeutral, positive: pPositive }
  return { pCompany, role, judged, risks, probabilities, ...(language !== null && { language }) }
}

const shown = ({ pCompany, role, judged = true, risks, probabilities }: ReturnType<typeof judgementIn>) => ({
  pCompany,
  role,
  judged,
  tone: judged ? labelOf({ probabilities }) : null,
  sentimentScore: judged ? rounded(sentimentOf({ probabilities })) : null,
  probabilities: judged ? probabilities : null,
  risks,
})

export const toCorrection = ({
  id,
  tone,
  aboutCompany,
  gravity,
  category,
  isAlert,
  note,
  at,
  actor,
}: HoldingCorrection): Type.Static<typeof Correction> => ({
  correctionId: id,
  tone,
  aboutCompany,
  gravity,
  category,
  isAlert,
  note,
  correctedAt: at.toISOString(),
  actor,
})

export const articleColumns: CsvColumn<Article>[] = [
  'articleId',
  'publishedAt',
  'title',
  'source',
  'url',
  'language',
  'story',
  'role',
  'pCompany',
  'counted',
  'tone',
  'sentimentScore',
  { name: 'pNegative', value: ({ probabilities }) => probabilities?.negative },
  { name: 'pNeutral', value: ({ probabilities }) => probabilities?.neutral },
  { name: 'pPositive', value: ({ probabilities }) => probabilities?.positive },
  { name: 'words', value: ({ words }) => words?.map(({ word, weight }) => `${word} ${weight}`).join('; ') },
  {
    name: 'risks',
    value: ({ risks }) =>
      risks.map(({ category, strength, because }) => `${category} ${strength}: ${because}`).join('; '),
  },
  { name: 'isAlert', value: ({ alert }) => alert.isAlert },
  {
    name: 'alertReasons',
    value: ({ alert }) => alert.reasons.map(({ speaks, code }) => `${speaks} ${code}`).join('; '),
  },
  { name: 'sample', value: ({ sample }) => sample ?? false },
  'judged',
  { name: 'corrected', value: ({ correction }) => correction !== undefined },
]
