/** Queries that give the first words of a listed organisation by their initials, with these words in their place. */
import type { Finding } from '../compare/finding.ts'
import type { Initialisms } from '../index/initialisms.ts'
import type { NameTable } from '../index/name-table.ts'
import type { Vocabulary } from '../index/vocabulary.ts'
import { initialismAt, spellOut } from '../tokens/initials.ts'
import { nameKind } from '../tokens/name-kind.ts'
import type { Role, Token } from '../tokens/token.ts'

/** Initials say less than the words that they may stand for. */
const initialism = 0.93

/** A query as one listed name would have it, by what factor it scores less for that, and how that is explained. */
export type SpeltOut = { name: number; tokens: Token[]; finding: Finding & { factor: number } }

/** The listed names whose first words the query gives by their initials, each with the query spelt out. */
export function speltOut(
  query: readonly Token[],
  { words, names, initialisms }: { words: Vocabulary; names: NameTable; initialisms: Initialisms },
): SpeltOut[] {
  const at = initialismAt(query)
  const word = query[at]
  if (!word) return []
  return Array.from(initialisms.namesOf(word.surface)).flatMap((name) => {
    const tokens = spellOut(query, at, listedTokens(name, names, words), (text) =>
      words.weightOf(text, nameKind.organisation),
    )
    return tokens ? [{ name, tokens, finding: findingOf(word, tokens, at, query) }] : []
  })
}

/** The same of one listed name that is at hand. */
export function speltOutAs(query: readonly Token[], listed: readonly Token[], words: Vocabulary) {
  const at = initialismAt(query)
  const word = query[at]
  const tokens = word && spellOut(query, at, listed, (text) => words.weightOf(text, nameKind.organisation))
  return tokens && { tokens, finding: findingOf(word, tokens, at, query) }
}

function findingOf(word: Token, tokens: readonly Token[], at: number, query: readonly Token[]): SpeltOut['finding'] {
  const stoodFor = tokens.slice(at, at + tokens.length - query.length + 1)
  const listed = stoodFor.map(({ surface }) => surface).join(' ')
  return { rule: 'initialism', query: word.surface, listed, factor: initialism }
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
