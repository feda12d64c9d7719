/**
 * Asks every configured language model every question about every sector that somebody's own subject is of, once a UTC day.
 * Completions are kept whole as they come, failures with their reason. Safe to repeat and to break off: a question that has its
 * completion of the day is not asked again; one that failed is, a few times.
 */

import type { Database } from '@service/foundation/database/database.ts'
import { storableText } from '@service/foundation/database/storable-text.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { dayMs, dayOf } from '@service/reputation-domain/series/model/day.ts'
import { type AskModel, ModelFailure, tryAgain } from '../../language-models/language-models.ts'
import type { LanguageModel } from '../../language-models/model/language-model.ts'
import * as completions from './completion-store.ts'
import { keepCompletions } from './keep-completions.ts'
import { promptsFor } from './prompts.ts'
import type { StoredCompletion } from './stored-completion.ts'

export type AskDeps = { db: Database; now: () => Date; newId: NewId; ask: AskModel }

export type AskSettings = {
  models: readonly LanguageModel[]
  /** Questions to each model in a UTC day, failed ones included: what an operator pays for at most. */
  maxPerDay: number
  /** Before the first repetition. */
  pauseMs?: number
}

export type AskReport = { completed: number; failed: number; leftOut: number }

/** Of an completion; what follows is cut off. */
const maxCompletionLength = 50_000
/** After so many failures of a model in a row, it is left alone until the next run. */
const patience = 3
const maxFailuresPerQuestion = 3

export async function askModels(
  { db, now, newId, ask }: AskDeps,
  { models, maxPerDay, pauseMs }: AskSettings,
  stop: AbortSignal,
): Promise<AskReport> {
  const today = new Date(dayOf(now().getTime()) * dayMs)
  const asked = await completions.listAsked(db.connection, today)
  const sectors = await completions.followedSectors(db.connection)

  /** Models are asked side by side, each one question at a time. */
  async function askOne(model: LanguageModel): Promise<AskReport> {
    const report = { completed: 0, failed: 0, leftOut: 0 }
    const ofModel = asked.filter((one) => one.provider === model.provider && one.model === model.model)
    let left = maxPerDay - ofModel.length
    let failuresInARow = 0
    for (const { sector, prompt } of sectors.flatMap((sector) => questionsOn(sector))) {
      if (stop.aborted) break
      if (isSettled(ofModel.filter((one) => isSame(one, sector, prompt)))) continue
      if (left <= 0 || failuresInARow >= patience) {
        report.leftOut++
        continue
      }
      left--
      const outcome = await outcomeOf(model, prompt)
      if (!outcome) break
      const failed = 'failure' in outcome
      failuresInARow = failed ? failuresInARow + 1 : 0
      report[failed ? 'failed' : 'completed']++
      const { provider, model: name } = model
      const kept: StoredCompletion = {
        ...outcome,
        id: newId('ans'),
        companyId: undefined,
        sector,
        provider,
        model: name,
        prompt,
        askedAt: now(),
      }
      await db.transaction((tx) => keepCompletions(tx, [kept], undefined, now()))
    }
    return report
  }

  /** Undefined when it was broken off. */
  async function outcomeOf(
    model: LanguageModel,
    prompt: string,
  ): Promise<{ completion: string } | { failure: string } | undefined> {
    try {
      const completion = await tryAgain(() => ask(model, { text: prompt }), {
        stop,
        ...(pauseMs !== undefined && { pauseMs }),
      })
      return { completion: storableText(completion).slice(0, maxCompletionLength) }
    } catch (error) {
      if (stop.aborted) return undefined
      if (error instanceof ModelFailure) return { failure: error.message }
      throw error
    }
  }

  return (await Promise.all(models.map(askOne))).reduce(
    (sum, one) => ({
      completed: sum.completed + one.completed,
      failed: sum.failed + one.failed,
      leftOut: sum.leftOut + one.leftOut,
    }),
    { completed: 0, failed: 0, leftOut: 0 },
  )
}

const questionsOn = (sector: string) => promptsFor(sector).map((prompt) => ({ sector, prompt }))

const isSame = (one: completions.Asked, sector: string, prompt: string): boolean =>
  one.prompt === prompt && one.sector.toLowerCase() === sector.toLowerCase()

const isSettled = (before: readonly completions.Asked[]): boolean =>
  before.some(({ failed }) => !failed) || before.length >= maxFailuresPerQuestion
