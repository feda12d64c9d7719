import type { Article } from '@service/reputation-domain/articles/article.ts'
import type { Owner } from '@service/reputation-domain/articles/owner.ts'

/** An article as it is kept: what the domain knows of it, whose it is, and what the next version is judged by. */
export type StoredArticle = Article & {
  owner: Owner
  feedId: string | undefined
  sample: boolean
  /** Milliseconds since 1970, as all times here. */
  originalPublishedAt: number | undefined
  claimedPublishedAt: number | undefined
  claimedUpdatedAt: number | undefined
  /** When the version that stands here was seen. */
  seenAt: number
  /** The beginning of what its page says, where the operator has that fetched. */
  pageText?: string
  /** A person has been erased from it: it stays as it is. */
  redacted?: true
}
