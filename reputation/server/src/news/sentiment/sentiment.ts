/**
 * Opens the provider that the operator has chosen. docs/providers.md says how to add one: implement `SentimentProvider`,
 * give it settings, and open it here.
 */

import type { SentimentProvider } from '@service/reputation-domain/sentiment/provider.ts'
import { makeAskModel } from '../../language-models/language-models.ts'
import type { SentimentSettings } from '../model/sentiment-settings.ts'
import { makeHttpProvider } from './http-provider.ts'
import { openOnnxProvider } from './onnx-provider.ts'

/** Undefined for our own model, which judges as it reads. `stop` breaks off what is under way. */
export async function openProvider(
  settings: SentimentSettings,
  stop: AbortSignal,
): Promise<SentimentProvider | undefined> {
  switch (settings.kind) {
    case 'own':
      return undefined
    case 'onnx':
      return openOnnxProvider(settings.folder)
    case 'http': {
      const { model, timeoutMs } = settings
      return makeHttpProvider({ model, ask: makeAskModel({ timeoutMs, stop }), stop })
    }
  }
}
