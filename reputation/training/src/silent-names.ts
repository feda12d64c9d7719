/** Names and words in headlines that nobody had to label: those that are surely a company, and those that surely are none. */

import { randomFrom, shuffled } from '@service/foundation/seeded-random.ts'
import { compileAliases } from '@service/reputation-domain/subjects/find-aliases.ts'
import { givenNames } from '@service/reputation-domain/subjects/given-names.ts'
import { minOrdinaryStep, type OrdinaryWords } from '@service/reputation-domain/subjects/name-model.ts'
import { otherMeaningsOf, phraseAround } from '@service/reputation-domain/subjects/other-meanings.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { tokenise } from '@service/reputation-domain/text-model/tokens.ts'
import { plainText } from './labelled-texts.ts'
import type { Company, NamedText } from './named-texts.ts'

export type NameData = {
  titles: readonly string[]
  /** Texts in sentence case, to see what is written in small letters. */
  sentences: readonly string[]
  companies: readonly Company[]
  labelled: readonly NamedText[]
}

const maxPerCompany = 300
const maxOrdinary = 16_000
const maxCapitalised = 16_000
const maxFamilyNames = 3_000
/** So many labelled headlines prove that a name is always the company. */
const minProof = 20

/** Names that mean nothing else. */
export function certainCompanies(data: NameData, words: OrdinaryWords): TargetedText[] {
  const certain = data.companies.filter(({ isAmbiguous }) => !isAmbiguous)
  return namedTitles(
    data,
    certain.map((company) => ({
      ...company,
      aliases: company.aliases.filter((alias) => words.stepOf(alias) < minOrdinaryStep),
    })),
  )
}

/** Names that mean other things, too, but never did in the headlines labelled of them. */
export function provenCompanies(data: NameData, words: OrdinaryWords): (TargetedText & { company: string })[] {
  const proven = data.companies.filter(({ name, isAmbiguous, aliases }) => {
    const rows = data.labelled.filter(({ company }) => company === name)
    const isInDoubt = isAmbiguous || aliases.some((alias) => words.stepOf(alias) >= minOrdinaryStep)
    return isInDoubt && rows.length >= minProof && rows.every(({ isCompany }) => isCompany)
  })
  return namedTitles(data, proven).filter(
    (text) => phraseAround(text, otherMeaningsOf(text.text.slice(text.start, text.end))) === undefined,
  )
}

/** Titles that name one of the companies, so many of each; those that are labelled are left out. */
function namedTitles(
  { titles, labelled }: NameData,
  companies: readonly Company[],
): (TargetedText & { company: string })[] {
  const finder = compileAliases(
    companies.map(({ name, aliases }) => ({
      id: name,
      aliases: aliases.map((text) => ({ text, caseSensitive: true })),
    })),
  )
  const isLabelled = new Set(labelled.map(({ text }) => plainText(text)))
  const taken = new Map<string, number>()
  const found: (TargetedText & { company: string })[] = []
  for (const text of shuffled(titles, randomFrom(21))) {
    const [first] = finder.find(text)
    if (!first || (taken.get(first.subjectId) ?? 0) >= maxPerCompany || isLabelled.has(plainText(text))) continue
    taken.set(first.subjectId, (taken.get(first.subjectId) ?? 0) + 1)
    found.push({ text, start: first.start, end: first.end, company: first.subjectId })
  }
  return found
}

/** Ordinary words in small letters, the sentence set as a headline: what it would look like, did it stand in one. */
export function capitalised({ sentences }: NameData, words: OrdinaryWords): TargetedText[] {
  const found: TargetedText[] = []
  const random = randomFrom(23)
  const once = shuffled(sentences, random)
  for (const text of [...once, ...once]) {
    if (found.length === maxCapitalised) break
    const usual = tokenise(text).filter(
      ({ word, isCapital }) =>
        !isCapital && /^\p{L}{3,}$/u.test(word) && words.stepOf(word) >= minOrdinaryStep && !smallInHeadlines.has(word),
    )
    const chosen = usual[Math.floor(random() * usual.length)]
    if (!chosen) continue
    const headline = text.replace(/\p{L}+/gu, (word) =>
      smallInHeadlines.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    if (headline.length === text.length) found.push({ text: headline, start: chosen.start, end: chosen.end })
  }
  return found
}

const smallInHeadlines = new Set(
  'the and for with from that this but not are was has had his her its will into over'.split(' '),
)

/** Ordinary words with a capital, and family names: what a name that is also a word may be instead. */
export function otherWords({ titles, companies }: NameData, words: OrdinaryWords): TargetedText[] {
  const finder = compileAliases(
    companies.map(({ id, aliases }) => ({ id, aliases: aliases.map((text) => ({ text })) })),
  )
  const random = randomFrom(22)
  const ordinary: TargetedText[] = []
  const family: TargetedText[] = []
  for (const text of shuffled(titles, random)) {
    const names = finder.find(text)
    const tokens = tokenise(text).filter(
      ({ start, end, isCapital }) => isCapital && !names.some((name) => start < name.end && name.start < end),
    )
    const behind = tokens.find(({ start }, i) => {
      const before = tokens[i - 1]
      return before?.end === start - 1 && givenNames.has(before.word)
    })
    if (behind && family.length < maxFamilyNames) family.push({ text, start: behind.start, end: behind.end })
    const usual = tokens.filter(({ word }) => word.length > 2 && words.stepOf(word) >= minOrdinaryStep)
    const chosen = usual[Math.floor(random() * usual.length)]
    if (chosen && ordinary.length < maxOrdinary) ordinary.push({ text, start: chosen.start, end: chosen.end })
  }
  return [...ordinary, ...family]
}
