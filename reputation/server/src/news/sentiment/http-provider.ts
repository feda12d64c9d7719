/**
 * Sentiment from a language model over HTTP. Texts go in batches, some of them side by side. What may pass is tried again;
 * a batch whose completion is wrong even so is halved, until the text that the model will not judge stands alone: that one
 * counts as neutral, for it would hold up all news behind it. Where no text at all is judged, the provider has failed, and
 * the articles wait.
 */

import type { Probabilities } from '@service/reputation-domain/mentions/mentions.ts'
import type { SentimentProvider } from '@service/reputation-domain/sentiment/provider.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { type AskModel, ModelFailure, tryAgain } from '../../language-models/language-models.ts'
import type { LanguageModel } from '../../language-models/model/language-model.ts'
import { promptVersion, questionOn, readCompletion } from './http-prompt.ts'
import { withoutDrivers } from './normalised.ts'

export type HttpProviderOptions = {
  model: LanguageModel
  ask: AskModel
  stop: AbortSignal
  /** Before the first repetition. */
  pauseMs?: number
}

const batchSize = 20
const sideBySide = 4
const unjudged: Probabilities = { negative: 0, neutral: 1, positive: 0 }

export function makeHttpProvider({ model, ask, stop, pauseMs }: HttpProviderOptions): SentimentProvider {
  const askOnce = async (texts: readonly TargetedText[]) =>
    readCompletion(await ask(model, questionOn(texts)), texts.length)
  const patience = { stop, ...(pauseMs !== undefined && { pauseMs }) }

  /** Undefined stands for a text that could not be judged. */
  async function judge(texts: readonly TargetedText[]): Promise<(Probabilities | undefined)[]> {
    try {
      return await tryAgain(() => askOnce(texts), patience)
    } catch (error) {
      if (!isTheTexts(error)) throw error
      if (texts.length === 1) return [undefined]
      const middle = Math.ceil(texts.length / 2)
      return [...(await judge(texts.slice(0, middle))), ...(await judge(texts.slice(middle)))]
    }
  }

  return {
    name: 'http',
    version: `${model.model} ${promptVersion}`,
    async score(texts) {
      const batches = Array.from({ length: Math.ceil(texts.length / batchSize) }, (_, index) =>
        texts.slice(index * batchSize, (index + 1) * batchSize),
      )
      const judged: (Probabilities | undefined)[] = []
      for (let at = 0; at < batches.length; at += sideBySide) {
        judged.push(...(await Promise.all(batches.slice(at, at + sideBySide).map(judge))).flat())
      }
      if (texts.length > 0 && judged.every((one) => one === undefined)) {
        throw new ModelFailure('invalid-answer', `${model.provider} has judged none of ${texts.length} texts`)
      }
      return judged.map((probabilities = unjudged) => withoutDrivers(probabilities))
    },
  }
}

/** Whether another choice of texts may fare better. */
const isTheTexts = (error: unknown): boolean =>
  error instanceof ModelFailure &&
  (error.kind === 'invalid-answer' || (error.kind === 'refused' && [400, 413, 422].includes(error.status!)))
