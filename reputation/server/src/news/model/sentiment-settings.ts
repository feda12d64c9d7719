import type { LanguageModel } from '../../language-models/model/language-model.ts'

/** Who judges the sentiment of news. */
export type SentimentSettings =
  /** The model that ships with the service. */
  | { kind: 'own' }
  /** A sequence classifier in a folder on this machine. */
  | { kind: 'onnx'; folder: string }
  /** A language model that is asked over HTTP. */
  | { kind: 'http'; model: LanguageModel; timeoutMs: number }

export const sentimentProviders = ['own', 'onnx', 'http'] as const
