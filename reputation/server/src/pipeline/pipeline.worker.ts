import { parentPort } from 'node:worker_threads'
import type { StoredMention } from '../articles/stored-mention.ts'
import { makeReadAnswers } from '../visibility/read-answers.ts'
import { type Analysis, makeAnalysis } from './analysis.ts'
import { computeFigures } from './compute-figures.ts'
import { computeSubjectDays } from './compute-subject-days.ts'
import { readModels } from './models.ts'
import type { FromThread, Task, ToThread } from './pipeline-thread.ts'

const port = parentPort!
const told = new Map<number, StoredMention[]>()
const models = readModels()
const readAnswers = makeReadAnswers(models)
let analysis: Analysis | undefined

port.on('message', (message: ToThread) => {
  if (message.kind === 'subjects') analysis = makeAnalysis(models, message.set.subjects)
  else if (message.kind === 'mentions') told.set(message.id, [...(told.get(message.id) ?? []), ...message.mentions])
  else if (message.kind === 'task') answer(message.id, message.task)
  else port.close()
})

function answer(id: number, task: Task): void {
  const mentions = told.get(id) ?? []
  told.delete(id)
  let message: FromThread
  try {
    message = { id, result: run(task, mentions) }
  } catch (error) {
    message = { id, error }
  }
  port.postMessage(message)
}

function run(task: Task, mentions: readonly StoredMention[]): unknown {
  switch (task.kind) {
    case 'analyse':
      return task.articles.flatMap((article) => analysis!.mentionsIn(article))
    case 'subject-days':
      return computeSubjectDays(mentions, task.fromDay)
    case 'figures':
      return computeFigures(mentions, { ...task.input, answers: task.asked && readAnswers(task.asked) })
  }
}
