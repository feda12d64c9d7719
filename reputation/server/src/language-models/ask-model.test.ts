import { type ModelServer, never, startModelServer } from '@service/reputation-testing/language-models/model-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAskModel } from './ask-model.ts'
import { readLanguageModels } from './model/read-language-models.ts'
import { tryAgain } from './try-again.ts'

const stop = new AbortController().signal

describe('asking a language model', () => {
  let server: ModelServer
  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.close())
  const ask = makeAskModel({ timeoutMs: 500, stop })

  test('posts a chat completion with the key as bearer token', async () => {
    server.respond(() => 'Acme and Zorb.')
    const completion = await ask(server.model(), { system: 'Be brief.', text: 'Who?', json: true, temperature: 0 })
    expect(completion).toBe('Acme and Zorb.')
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-not-to-be-told' },
      body: {
        model: 'small',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Who?' },
        ],
        response_format: { type: 'json_object' },
        temperature: 0,
      },
    })
  })

  test.each([
    ['a refusal', { status: 401, body: 'bad key sk-not-to-be-told' }, 'refused', false],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 'refused', true],
    ['a fault of its own', { status: 503 }, 'refused', true],
    ['something else than JSON', { status: 200, body: '<html>' }, 'invalid-answer', true],
    ['no completion', { status: 200, body: '{"choices":[]}' }, 'invalid-answer', true],
    ['more than a megabyte', { status: 200, body: 'x'.repeat(1_100_000) }, 'invalid-answer', true],
    ['nothing', never, 'timed-out', true],
  ] as const)('reports %s, and neither the key nor the response', async (_, response, kind, mayPass) => {
    server.respond(() => response)
    const failure = await ask(server.model(), { text: 'Who?' }).catch((error) => error)
    expect(failure).toMatchObject({ name: 'ModelFailure', kind, mayPass })
    expect(`${failure.stack}${JSON.stringify(failure)}`).not.toContain('sk-not-to-be-told')
  })

  test('does not follow a redirect, which would get the key', async () => {
    server.respond(() => ({ status: 307, headers: { location: `${server.url}/elsewhere` } }))
    await expect(ask(server.model(), { text: 'Who?' })).rejects.toMatchObject({ kind: 'refused', status: 307 })
    expect(server.asked).toHaveLength(1)
  })

  test('reports a server that is not there', async () => {
    const model = server.model({ url: 'http://127.0.0.1:9/v1' })
    await expect(ask(model, { text: 'Who?' })).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('is tried three times where that may help, and once where it may not', async () => {
    const patiently = () => tryAgain(() => ask(server.model(), { text: 'Who?' }), { stop, pauseMs: 1 })
    server.respond((_, count) => (count < 3 ? { status: 500 } : 'Acme.'))
    expect(await patiently()).toBe('Acme.')
    server.respond(() => ({ status: 500 }))
    await expect(patiently()).rejects.toMatchObject({ status: 500 })
    expect(server.asked).toHaveLength(3)
    server.respond(() => ({ status: 403 }))
    await expect(patiently()).rejects.toMatchObject({ status: 403 })
    expect(server.asked).toHaveLength(1)
  })
})

describe('the setting of language models', () => {
  test('is a JSON list', () => {
    const models = [{ provider: 'a', url: 'https://a.example.org/v1', model: 'm', key: 'sk-1' }]
    expect(readLanguageModels(JSON.stringify(models))).toEqual(models)
    expect(readLanguageModels('[]')).toEqual([])
  })

  test.each([
    ['sk-secret', /JSON list/],
    ['[{"provider":"a","key":"sk-secret"}]', /lacks a provider or a model/],
    ['[{"provider":"a","model":"m","url":"ftp://x","key":"sk-secret"}]', /https: or http:/],
    ['[{"provider":"a","model":"m","url":"https://u:sk-secret@x"}]', /without a password/],
    ['[{"provider":"a","model":"m","url":"https://x","key":"sk secret"}]', /keys without spaces/],
    ['[{"provider":"a","model":"m","url":"https://x","kee":"sk-secret"}]', /something else/],
  ])('is refused without naming its keys: %s', (text, words) => {
    const fault = (() => {
      try {
        readLanguageModels(text)
      } catch (error) {
        return error as Error
      }
      throw new Error('was not refused')
    })()
    expect(fault).toBeInstanceOf(RangeError)
    expect(fault.message).toMatch(words)
    expect(fault.message).not.toContain('secret:')
    expect(fault.message).not.toMatch(/sk.secret/)
  })
})
