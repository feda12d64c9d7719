import { parentPort, workerData } from 'node:worker_threads'
import { type Analysis, makeAnalysis } from './analysis/analyse-article.ts'
import { judgeMentions } from './analysis/judge-mentions.ts'
import { readModels } from './analysis/models.ts'
import { computeFigures } from './figures/compute-figures.ts'
import { computeSubjectDays } from './figures/compute-subject-days.ts'
import type { StoredArticle } from './model/stored-article.ts'
import type { StoredMention } from './model/stored-mention.ts'
import type { FromThread, Task, ThreadSettings, ToThread } from './pipeline-thread.ts'
import { openProvider } from './sentiment/sentiment.ts'
import { makeReadAnswers } from './visibility/read-completions.ts'

const port = parentPort!
const { sentiment } = workerData as ThreadSettings
const stop = new AbortController()
const told = new Map<number, StoredMention[]>()
const models = readModels()
const readAnswers = makeReadAnswers(models)
let analysis: Analysis | undefined
/** Opened with the first articles. */
let opening: ReturnType<typeof openProvider> | undefined

port.on('message', (message: ToThread) => {
  if (message.kind === 'subjects') analysis = makeAnalysis(models, message.set.subjects)
  else if (message.kind === 'mentions') told.set(message.id, [...(told.get(message.id) ?? []), ...message.mentions])
  else if (message.kind === 'task') void answer(message.id, message.task)
  else end()
})

/** What is still asked of a provider is given up. */
function end(): void {
  stop.abort()
  port.close()
}

async function answer(id: number, task: Task): Promise<void> {
  const mentions = told.get(id) ?? []
  told.delete(id)
  let message: FromThread
  try {
    message = { id, result: await run(task, mentions) }
  } catch (error) {
    message = { id, error }
  }
  port.postMessage(message)
}

async function run(task: Task, mentions: readonly StoredMention[]): Promise<unknown> {
  switch (task.kind) {
    case 'analyse':
      return analyse(task.articles, analysis!)
    case 'subject-days':
      return computeSubjectDays(mentions, task.fromDay)
    case 'figures':
      return computeFigures(mentions, { ...task.input, answers: task.asked && readAnswers(task.asked) })
  }
}

async function analyse(articles: readonly StoredArticle[], analysis: Analysis): Promise<StoredMention[]> {
  const found = articles.flatMap((article) => analysis.foundIn(article))
  if (sentiment.kind === 'own') return found.map(({ mention }) => mention)
  opening ??= openProvider(sentiment, stop.signal).catch((error) => {
    opening = undefined
    throw error
  })
  const provider = await opening
  return judgeMentions(provider!, found)
}
