import { type ThreadOptions, WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { afterAll, expect, test } from 'vitest'
import { documentThread, makeFeedParser } from './feed-parser.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const feed = bytes('<rss><channel><item><title>A</title></item></channel></rss>')
/** Names of attributes are looked up one by one, which takes the square of their number. */
const costly = bytes(
  `<rss><channel><item ${Array.from({ length: 200_000 }, (_, i) => `a${i}="x"`).join(' ')}/></channel></rss>`,
)

const aParser = (options: Partial<ThreadOptions> = {}) => {
  const thread = new WorkerThread({ ...documentThread, ...options })
  return { parse: makeFeedParser(thread), close: () => thread.close() }
}
const parser = aParser({ timeoutMs: 1_500 })
const refusal = (document: Uint8Array) =>
  parser.parse({ bytes: document }).then(
    () => 'read',
    (error: { code: string }) => error.code,
  )
afterAll(() => parser.close())

test('a feed that takes too long is refused, and those behind it are read', async () => {
  // The first start of the thread takes its time on a busy machine.
  await expect.poll(() => refusal(feed)).toBe('read')
  const [slow, next] = [refusal(costly), parser.parse({ bytes: feed })]
  expect(await slow).toBe('too-costly')
  await next.catch(() => undefined) // a new thread, under the same short time
  await expect.poll(() => refusal(feed)).toBe('read')
})

test('a refusal keeps its code across threads', async () => {
  await expect.poll(() => refusal(feed)).toBe('read')
  expect(await refusal(bytes('<html></html>'))).toBe('html-page')
})

test('closing waits for the feed that is being read', async () => {
  const other = aParser()
  await other.parse({ bytes: feed })
  const reading = other.parse({ bytes: feed })
  await Promise.resolve() // the feed is with the thread
  await other.close()
  expect((await reading).items).toHaveLength(1)
})

test('a closed parser parses nothing', async () => {
  const other = aParser()
  await other.close()
  await expect(other.parse({ bytes: feed })).rejects.toThrow('closed')
})
