/**
 * From the bytes of a response to what the feed says. Nothing here looks at the address or the content type to tell the
 * format, for both lie; the bytes do not.
 *
 * This runs in a thread of its own (`feed-parser.ts`): a stranger's feed may be made to take long.
 */
import { decodeText, type EncodedText } from '../../text/decode.ts'
import { parseJsonFeed } from './parse-json-feed.ts'
import { parseXmlFeed } from './parse-xml-feed.ts'
import { FeedRefused, feedLimits, type ParsedFeed } from './parsed-feed.ts'

export type FeedDocument = EncodedText & {
  /** Of the feed, for links relative to it. */
  address?: string | undefined
}

/** Throws `FeedRefused`. */
export async function parseFeed({ bytes, contentType, address }: FeedDocument): Promise<ParsedFeed> {
  if (bytes.byteLength > feedLimits.bytes) {
    throw new FeedRefused('too-large', `The document is larger than ${feedLimits.bytes / 1024 / 1024} MiB.`)
  }
  const { text } = decodeText(bytes, contentType)
  const start = text.search(/\S/)
  if (start === -1) throw new FeedRefused('empty', 'The document is empty.')
  return text[start] === '{' ? parseJsonFeed(text, address) : parseXmlFeed(text, address)
}
