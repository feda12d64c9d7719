/** Queries that give words of a listed organisation by their initials, with these words in their place. */
import type { Finding } from '../compare/finding.ts'
import type { Initialisms } from '../index/initialisms.ts'
import type { NameTable } from '../index/name-table.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import type { WholeNames } from '../index/whole-names.ts'
import { initialismAt, isLegal, type KnownNames, spellOut } from '../tokens/initials.ts'
import { nameKind } from '../tokens/name-kind.ts'
import type { Role, Token } from '../tokens/token.ts'

/** A query as one listed name would have it, by what factor it scores less for that, and how that is explained. */
export type SpeltOut = { name: number; tokens: Token[]; finding: Finding & { factor: number } }

/** The listed names of whose words the query gives initials, each with the query spelt out. */
export function speltOut(
  query: readonly Token[],
  tables: { words: Vocabulary; names: NameTable; initialisms: Initialisms; wholeNames: WholeNames },
): SpeltOut[] {
  const at = initialismAt(query)
  const word = query[at]
  if (!word) return []
  const { words, names } = tables
  const known = tables.initialisms.namesOf(word.surface)
  if (known.length === 0) return []
  const rest = query.slice(at + 1)
  const isAlone = rest.every(isLegal)
  // What follows the initials has to be in the name as well: for most queries it is on no list.
  const shared = new Set(rest.map(({ text }) => words.unitOf(text)).filter((unit) => unit >= 0))
  if (!isAlone && shared.size === 0) return []
  const found: SpeltOut[] = []
  for (const name of known) {
    if (!isAlone && !names.holdsAny(name, shared)) continue
    const spelt = speltOutAs(query, listedTokens(name, names, words), tables)
    if (spelt) found.push({ name, ...spelt })
  }
  return found
}

/** The same of one listed name that is at hand. */
export function speltOutAs(
  query: readonly Token[],
  listed: readonly Token[],
  { words, wholeNames }: { words: Vocabulary; wholeNames: WholeNames },
): Omit<SpeltOut, 'name'> | undefined {
  const at = initialismAt(query)
  const word = query[at]
  if (!word) return undefined
  const known: KnownNames = {
    weightOf: (text) => words.weightOf(text, nameKind.organisation),
    isListed: (tokens) => wholeNames.has(tokens),
  }
  const spelt = spellOut(query, at, listed, known)
  if (!spelt) return undefined
  const { tokens, factor } = spelt
  const stoodFor = tokens.slice(at, at + tokens.length - query.length + 1)
  const written = stoodFor.map(({ surface }) => surface).join(' ')
  return { tokens, finding: { rule: 'initialism', query: word.surface, listed: written, factor } }
}

function listedTokens(name: number, names: NameTable, words: Vocabulary): Token[] {
  const { tokens } = names
  const found: Token[] = []
  for (let at = names.tokenStart(name); at < names.tokenEnd(name); at++)
    found.push({
      text: words.textOf(tokens.unit(at)),
      surface: words.textOf(tokens.surface(at)),
      role: tokens.role(at) as Role,
    })
  return found
}
