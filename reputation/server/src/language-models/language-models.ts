/**
 * Language models over HTTP, at addresses that speak as OpenAI's chat completions do. The operator configures them
 * (`model/language-model.ts`); a question is one request (`ask-model.ts`), made again where it may succeed later
 * (`try-again.ts`).
 */
export { type AskModel, makeAskModel } from './ask-model.ts'
export { ModelFailure } from './model-failure.ts'
export { tryAgain } from './try-again.ts'
