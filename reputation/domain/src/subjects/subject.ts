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

/** What is searched for: the aliases and always the subject's own name, as an alias of the same spelling says. */
export function searchedNames({ name, aliases }: Pick<Subject, 'name' | 'aliases'>): readonly Alias[] {
  const folded = (text: string) => text.trim().toLowerCase()
  const isListed = aliases.some(({ text }) => folded(text) === folded(name))
  // A single letter stands for a company nowhere.
  const isName = (name.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2
  return isListed || !isName ? aliases : [{ text: name }, ...aliases]
}
