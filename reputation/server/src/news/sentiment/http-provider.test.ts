import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import {
  type AskedOfServer,
  type ModelServer,
  type ModelServerResponse,
  startModelServer,
} from '@service/reputation-testing/language-models/model-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAskModel } from '../../language-models/language-models.ts'
import { makeHttpProvider } from './http-provider.ts'

type Asked = { id: number; text: string; target: string }[]
const textsIn = ({ body }: AskedOfServer): Asked => JSON.parse(body.messages.at(-1)!.content).texts
const judgement = (texts: Asked, of: (text: string) => object): string =>
  JSON.stringify({ results: texts.map(({ id, text }) => ({ id, ...of(text) })) })

const about = (text: string): TargetedText => ({ text, start: 0, end: text.indexOf(' ') })

describe('a language model as provider of sentiment', () => {
  let server: ModelServer
  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.close())

  const stop = new AbortController().signal
  const provider = (model = 'small') =>
    makeHttpProvider({
      model: server.model({ model }),
      ask: makeAskModel({ timeoutMs: 2_000, stop }),
      stop,
      pauseMs: 1,
    })
  const score = (texts: readonly string[]) => provider().score(texts.map(about))

  test('gets text and target, and its probabilities are normalised', async () => {
    server.respond((asked) => judgement(textsIn(asked), () => ({ negative: 3, neutral: 0, positive: 1 })))
    const [sentiment] = await score(['Acme is sued over fraud'])
    expect(sentiment).toEqual({
      probabilities: { negative: 0.75, neutral: 0, positive: 0.25 },
      label: 'negative',
      drivers: [],
    })
    expect(textsIn(server.asked[0]!)).toEqual([{ id: 0, text: 'Acme is sued over fraud', target: 'Acme' }])
  })

  test('gets many texts in batches and returns them in their order, in whatever order the results come', async () => {
    const texts = Array.from({ length: 105 }, (_, index) => `Acme${index} reports`)
    server.respond((asked) => {
      const ofText = (text: string) => {
        const share = Number(/\d+/.exec(text)![0]) / 200
        return { negative: share, neutral: 0, positive: 1 - share }
      }
      return judgement(textsIn(asked).reverse(), ofText)
    })
    const sentiments = await score(texts)
    expect(sentiments.map(({ probabilities }) => Math.round(probabilities.negative * 200))).toEqual([...texts.keys()])
    expect(server.asked).toHaveLength(6)
  })

  test.each([
    ['prose', () => 'I think it is negative.'],
    ['a text left out', (texts: Asked) => judgement(texts.slice(1), () => ({ negative: 1, neutral: 0, positive: 0 }))],
    [
      'a text judged twice',
      (texts: Asked) => judgement([texts[0]!, ...texts], () => ({ negative: 1, neutral: 0, positive: 0 })),
    ],
    ['a negative number', (texts: Asked) => judgement(texts, () => ({ negative: -1, neutral: 1, positive: 1 }))],
    ['no number', (texts: Asked) => judgement(texts, () => ({ negative: '0.2', neutral: 0.3, positive: 0.5 }))],
    ['nothing but zeros', (texts: Asked) => judgement(texts, () => ({ negative: 0, neutral: 0, positive: 0 }))],
  ])('is asked again after %s', async (_, wrong) => {
    server.respond((asked, count) => {
      const texts = textsIn(asked)
      return count === 1 ? wrong(texts) : judgement(texts, () => ({ negative: 0.1, neutral: 0.2, positive: 0.7 }))
    })
    const sentiments = await score(['Acme wins', 'Zorb wins'])
    expect(sentiments.map(({ label }) => label)).toEqual(['positive', 'positive'])
    expect(server.asked).toHaveLength(2)
  })

  test('waits and asks again while it is overloaded', async () => {
    server.respond((asked, count) =>
      count < 3
        ? { status: count === 1 ? 429 : 503, headers: { 'retry-after': '0' } }
        : judgement(textsIn(asked), () => ({ negative: 0, neutral: 1, positive: 0 })),
    )
    expect(await score(['Acme waits'])).toHaveLength(1)
    expect(server.asked).toHaveLength(3)
  })

  test('counts a text that it refuses as neutral, and judges the others', async () => {
    server.respond((asked): ModelServerResponse => {
      const texts = textsIn(asked)
      return texts.some(({ text }) => text.includes('unspeakable'))
        ? { status: 400 }
        : judgement(texts, () => ({ negative: 1, neutral: 0, positive: 0 }))
    })
    const sentiments = await score(['Acme sued', 'Acme unspeakable', 'Acme fined', 'Acme probed'])
    expect(sentiments.map(({ label }) => label)).toEqual(['negative', 'neutral', 'negative', 'negative'])
  })

  test('fails where it judges nothing, or refuses the key', async () => {
    server.respond(() => 'Hello!')
    await expect(score(['Acme wins', 'Zorb wins'])).rejects.toMatchObject({ kind: 'invalid-answer' })
    server.respond(() => ({ status: 401 }))
    await expect(score(['Acme wins', 'Zorb wins'])).rejects.toMatchObject({ kind: 'refused', status: 401 })
    expect(server.asked).toHaveLength(1)
  })

  test('has a version of its model and its instructions', () => {
    expect(provider('small').version).toMatch(/^small [0-9a-f]{8}$/)
    expect(provider('large').version).not.toBe(provider('small').version)
  })
})
