/** The analysis of articles, in the thread of the news: keeps the last set of subjects, and a provider once it is open. */
import { givingWay } from '@service/foundation/threads/giving-way.ts'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import type { Pieces } from '@service/reputation-domain/pieces/pieces.ts'
import type { SentimentSettings } from '../model/sentiment-settings.ts'
import type { StoredArticle } from '../model/stored-article.ts'
import type { StoredMention } from '../model/stored-mention.ts'
import type { StoredSubject } from '../model/stored-subject.ts'
import { openProvider } from '../sentiment/sentiment.ts'
import { type ArticleAnalysis, type FoundMention, makeArticleAnalysis } from './analyse-article.ts'
import { judgeMentions } from './judge-mentions.ts'
import { readModels } from './models.ts'

export type AnalyseInput = {
  articles: readonly StoredArticle[]
  /** Names the set of subjects; the set itself is sent when it is another than before. */
  key: string
  subjects?: readonly StoredSubject[]
  sentiment: SentimentSettings
}

let known: { key: string; analysis: ArticleAnalysis } | undefined
let provider: ReturnType<typeof openProvider> | undefined

/** Returns `unknown-subjects` where the thread has not been sent the subjects of this key, or has been sent others since. */
export async function run(
  { articles, key, subjects, sentiment }: AnalyseInput,
  { stop }: TaskContext<never>,
): Promise<StoredMention[] | 'unknown-subjects'> {
  if (subjects) known = { key, analysis: makeArticleAnalysis(readModels(), subjects) }
  if (known?.key !== key) return 'unknown-subjects'
  const { analysis } = known
  const { result: found } = await givingWay(findIn(articles, analysis), stop)
  if (sentiment.kind === 'own') return found.map(({ mention }) => mention)
  provider ??= openProvider(sentiment, stop).catch((error) => {
    provider = undefined
    throw error
  })
  const opened = await provider
  return judgeMentions(opened!, found)
}

function* findIn(articles: readonly StoredArticle[], analysis: ArticleAnalysis): Pieces<FoundMention[]> {
  const found: FoundMention[] = []
  for (const article of articles) {
    yield
    found.push(...analysis.foundIn(article))
  }
  return found
}
