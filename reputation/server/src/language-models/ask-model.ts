/**
 * One question to a language model. Its address is the operator's own choice, so the guard of customers' addresses does
 * not stand before it; time and size are limited, and redirects are not followed, for the key would go with them.
 */
import { request } from 'undici'
import type { LanguageModel } from './model/language-model.ts'
import { ModelFailure } from './model-failure.ts'

export type Question = {
  /** What the model is to be, if anything. */
  system?: string
  text: string
  /** Demand a JSON object. */
  json?: boolean
  /** 0 asks for the same completion every time; without it the model's own habit counts. */
  temperature?: number
}

export type AskModel = (model: LanguageModel, question: Question) => Promise<string>

export type AskOptions = { timeoutMs: number; stop: AbortSignal }

const maxBodyBytes = 1024 * 1024

export const makeAskModel =
  ({ timeoutMs, stop }: AskOptions): AskModel =>
  async (model, question) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
    try {
      const { statusCode, headers, body } = await request(`${model.url.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(model.key !== undefined && { authorization: `Bearer ${model.key}` }),
        },
        body: JSON.stringify(bodyOf(model, question)),
        signal,
      })
      const text = await readUpTo(maxBodyBytes, body)
      if (statusCode !== 200) {
        throw new ModelFailure('refused', `${model.provider} responded with status ${statusCode}`, {
          status: statusCode,
          ...retryAfter(headers['retry-after']),
        })
      }
      return contentOf(text, model)
    } catch (error) {
      throw error instanceof ModelFailure ? error : failureOf(error, model, stop)
    }
  }

const bodyOf = ({ model }: LanguageModel, { system, text, json, temperature }: Question) => ({
  model,
  messages: [...(system ? [{ role: 'system', content: system }] : []), { role: 'user', content: text }],
  ...(temperature !== undefined && { temperature }),
  ...(json && { response_format: { type: 'json_object' } }),
})

async function readUpTo(limit: number, body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size > limit) throw new ModelFailure('invalid-answer', `the response has more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function contentOf(text: string, { provider }: LanguageModel): string {
  const invalid = () =>
    new ModelFailure('invalid-answer', `${provider} responded with something other than a completion`)
  let response: { choices?: { message?: { content?: unknown } }[] } | null
  try {
    response = JSON.parse(text)
  } catch {
    throw invalid()
  }
  const content = response?.choices?.[0]?.message?.content
  if (typeof content !== 'string' || content.trim() === '') throw invalid()
  return content
}

/** The header `Retry-After`, where it is in seconds; a date is ignored. */
function retryAfter(header: string | string[] | undefined): { retryAfterMs?: number } {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? { retryAfterMs: Number(header) * 1_000 } : {}
}

function failureOf(error: unknown, { provider }: LanguageModel, stop: AbortSignal): unknown {
  if (stop.aborted) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ModelFailure('timed-out', `${provider} did not respond in time`)
  }
  const code = (error as { code?: unknown }).code
  return new ModelFailure('unreachable', `${provider} cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`)
}
