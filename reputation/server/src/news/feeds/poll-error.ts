import type { DocumentError } from '@service/foundation/outbound/outbound.ts'
import type { FeedErrorCode } from './parse/parsed-feed.ts'

/** Stable words for why a poll brought nothing: of the way there, of the response, of the document. */
export type PollErrorCode =
  | DocumentError
  | FeedErrorCode
  | 'http-status'
  | 'rate-limited'
  | 'bad-redirect'
  | 'too-many-redirects'
  /** GDELT says why. */
  | 'search-refused'
