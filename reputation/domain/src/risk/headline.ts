/**
 * A headline as the tagger reads it: words in order, each with its place, its clause and, for figures, its amount. The
 * company and other known companies are single words of their own, so that no rule stumbles over their spelling.
 */
export const companyWord = '@'
export const otherCompanyWord = '@other'

export type Word = {
  /** Lower case, without a possessive ending; `@` for the company, `@other` for another known one. */
  text: string
  start: number
  end: number
  /** Counts up where a headline changes its subject: at a semicolon, a bar, a full stop. */
  clause: number
  /** What a figure stands for: "8.45 million" is 8,450,000. */
  amount?: number
  isMoney?: boolean
  /** Ended in a possessive: "Colfer's". */
  isPossessive?: boolean
}

export type Span = { start: number; end: number }

const wordPattern =
  /(?<money>[$£€¥]|\bUSD ?|\bEUR ?|\bGBP ?)?\d[\d,.]*\p{L}{0,2}|\p{L}+(?:[’'.]\p{L}+)*|[;|]|[.!?](?=\s)|[–—](?=\s)/gu
const clauseEnds = new Set([';', '|', '.', '!', '–', '—'])

export function readHeadline(text: string, company: Span, others: readonly Span[] = []): Word[] {
  const names = [{ ...company, text: companyWord }, ...others.map((span) => ({ ...span, text: otherCompanyWord }))]
  const words: Word[] = []
  let clause = 0
  let named: Span | undefined
  for (const match of text.matchAll(wordPattern)) {
    const [raw, start, end] = [match[0], match.index, match.index + match[0].length]
    const name = names.find((span) => start < span.end && end > span.start)
    if (name) {
      if (named !== name) words.push({ text: name.text, start: name.start, end: name.end, clause })
      named = name
    } else if (clauseEnds.has(raw)) clause++
    else if (/\d/.test(raw)) words.push(figure(raw, match.groups?.money !== undefined, start, clause))
    else {
      const word = plain(raw)
      const isPossessive = /[’']s$|^(?:his|her|their|my|your)$/i.test(raw)
      if (!scale(words.at(-1), word, end)) words.push({ text: word, start, end, clause, isPossessive })
    }
  }
  return words
}

const plain = (raw: string): string =>
  raw
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s$|\.$/, '')
    .replaceAll('.', '')

const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

function figure(raw: string, isMoney: boolean, start: number, clause: number): Word {
  const [, digits = '', unit = ''] = /^[^\d]*([\d,.]*\d)[,.]*(\p{L}*)$/u.exec(raw) ?? []
  const amount = Number(digits.replaceAll(',', '')) * (scales[unit.toLowerCase()] ?? 1)
  return { text: '#', start, end: start + raw.length, clause, amount: Number.isNaN(amount) ? 0 : amount, isMoney }
}

/** Whether the word is the unit of the figure before it, which then stands for so much more. */
function scale(previous: Word | undefined, word: string, end: number): boolean {
  const factor = scales[word]
  if (factor === undefined || previous?.amount === undefined || word.length < 2) return false
  previous.amount *= factor
  previous.end = end
  return true
}
