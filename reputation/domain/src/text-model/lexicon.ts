/** The kinds of a word: the table, with every verb and noun in all its forms. */
import { adjectives, nouns, others, verbs } from './lexicon-table.ts'

export const kinds: readonly string[] = [
  ...Object.keys(verbs),
  ...Object.keys(nouns),
  ...Object.keys(adjectives),
  ...Object.keys(others),
]

const kindsOfWord = new Map<string, number[]>()

/** Numbers of the kinds (`kinds[i]`) that a lower-case word has; mostly none. */
export const kindsOf = (word: string): readonly number[] => kindsOfWord.get(word) ?? none
const none: readonly number[] = []

for (const [kind, list] of Object.entries(verbs)) addAll(kind, list, verbForms)
for (const [kind, list] of Object.entries(nouns)) addAll(kind, list, (noun) => [noun, plural(noun)])
for (const [kind, list] of Object.entries(adjectives)) addAll(kind, list, (word) => [word, adverb(word)])
for (const [kind, list] of Object.entries(others)) addAll(kind, list, (word) => [word])

function addAll(kind: string, list: string, formsOf: (word: string) => string[]): void {
  const number = kinds.indexOf(kind)
  for (const entry of list.split(/\s+/)) {
    const [base = '', irregular] = entry.split(':')
    for (const form of [...formsOf(base), ...(irregular?.split(',') ?? [])]) {
      const known = kindsOfWord.get(form)
      if (!known) kindsOfWord.set(form, [number])
      else if (!known.includes(number)) known.push(number)
    }
  }
}

function verbForms(base: string): string[] {
  if (/e$/.test(base)) return [base, `${base}s`, `${base}d`, `${base.slice(0, -1)}ing`]
  if (/[^aeiou]y$/.test(base)) return [base, `${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`, `${base}ing`]
  const third = /(?:[sxz]|ch|sh)$/.test(base) ? `${base}es` : `${base}s`
  const doubled = /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(base) ? base + base.at(-1) : base
  return [base, third, `${doubled}ed`, `${doubled}ing`]
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:[sxz]|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

function adverb(adjective: string): string {
  if (/[^aeiou]y$/.test(adjective)) return `${adjective.slice(0, -1)}ily`
  if (/[^l]le$/.test(adjective)) return `${adjective.slice(0, -1)}y`
  return /ic$/.test(adjective) ? `${adjective}ally` : `${adjective}ly`
}
