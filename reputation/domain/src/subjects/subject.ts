/** A company in the news: by what names the news speak of it, and whose peer it is. */
export type Subject = {
  id: string
  name: string
  aliases: readonly Alias[]
  /** Peers are those of one sector. */
  sector: string
  /** Phrases in which an alias means something else: "price target", "Harrison Ford". */
  blockers?: readonly string[]
}

export type Alias = {
  text: string
  /** Also a common word or another's name: only its context tell. */
  needsContext?: boolean
  /** Counts only as it is written; otherwise in any case. */
  caseSensitive?: boolean
}
