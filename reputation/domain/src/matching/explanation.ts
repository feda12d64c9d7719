/** Explanations in words: what each rule means, and a sentence for each finding that can be pasted into a file. */
import { birthConflict } from './compare/date-of-birth.ts'
import type { Finding, FindingRule } from './compare/finding.ts'
import type { NearMatch } from './screening.ts'
import { differentWordSimilarity, spell } from './spelling/word-similarity.ts'
import { areFamiliar } from './tables/familiar-names.ts'
import { nicknameGroup } from './tables/person-words.ts'

type Words = { means: string; sentence: (finding: Finding) => string }

const words: Record<FindingRule, Words> = {
  same: {
    means: 'The word is in both names.',
    sentence: ({ query }) => `${quoted(query)} is in both names.`,
  },
  spelling: {
    means: 'The words are spellings of one another, or forms of one given name.',
    sentence: ({ query = '', listed = '' }) =>
      areForms(query, listed)
        ? `${quoted(query)} and ${quoted(listed)} are forms of the same given name.`
        : `${quoted(query)} is a spelling of ${quoted(listed)}.`,
  },
  translation: {
    means: 'The words mean the same in two languages.',
    sentence: ({ query, listed }) => `${quoted(query)} means the same as ${quoted(listed)}.`,
  },
  initial: {
    means: 'An initial in one name begins a word of the other.',
    sentence: ({ query = '', listed = '' }) =>
      query.length <= listed.length
        ? `The initial ${quoted(query)} may stand for ${quoted(listed)}.`
        : `The listed initial ${quoted(listed)} may stand for ${quoted(query)}.`,
  },
  initialism: {
    means: 'The letters are the initials of the listed name, or of words that it begins with.',
    sentence: ({ query = '', listed }) =>
      `${quoted(query.toUpperCase())} is read as the initials of ${quoted(listed)}.`,
  },
  glued: {
    means: 'The same letters are divided into words in another way.',
    sentence: ({ query, listed }) =>
      query === listed
        ? `${quoted(query)} is divided into words in another way in the listed name.`
        : `${quoted(query)} is written as ${quoted(listed)} in the listed name.`,
  },
  extra: {
    means: 'The word is in the screened name only.',
    sentence: ({ query }) => `${quoted(query)} is in the screened name only.`,
  },
  omitted: {
    means: 'The word is in the listed name only.',
    sentence: ({ listed }) => `${quoted(listed)} is in the listed name only.`,
  },
  'conflicting-numbers': {
    means: 'The names contain different numbers.',
    sentence: () => 'The names contain different numbers.',
  },
  'missing-number': {
    means: 'Only one of the names contains a number.',
    sentence: () => 'Only one of the names contains a number.',
  },
  'conflicting-initials': {
    means: 'The middle names begin with different letters.',
    sentence: () => 'The middle names begin with different letters.',
  },
  'legal-form': {
    means: 'The legal forms of the organisations differ.',
    sentence: () => 'The legal forms of the organisations differ.',
  },
  'divided-name': {
    means: '"Abdul" belongs to different words in the two names.',
    sentence: () => "'Abdul' belongs to different words in the two names.",
  },
  order: {
    means: 'The words are in another order.',
    sentence: () => 'The words are in another order in the listed name.',
  },
  'nothing-same': {
    means: 'No word is exactly the same in both names.',
    sentence: () => 'No word is exactly the same in both names.',
  },
  'one-word': {
    means: 'Only one word of several agrees, which limits the similarity.',
    sentence: () => 'Only one word of several agrees, which limits the similarity.',
  },
  'one-word-and-initial': {
    means: 'Only one word and an initial agree, which limits the similarity.',
    sentence: () => 'Only one word and an initial agree, which limits the similarity.',
  },
  'weak-alias': {
    means: 'The authority calls the alias weak, which limits the similarity.',
    sentence: () => 'The authority calls the listed alias weak, which limits the similarity.',
  },
  'date-of-birth': {
    means: 'The dates of birth differ: by more than a year, by about a year, or by the day of the year.',
    sentence: ({ query, listed, factor = 0 }) =>
      factor <= birthConflict
        ? `The date of birth ${query} conflicts with the listed ${listed}.`
        : `The date of birth ${query} differs a little from the listed ${listed}.`,
  },
  country: {
    means: 'The country is not among those of the entry.',
    sentence: ({ query, listed }) => `The country ${query} is not among the listed countries: ${listed}.`,
  },
  'ship-number': {
    means: 'The name contains the IMO number of the listed vessel.',
    sentence: () => 'The screened name contains the IMO number of the listed vessel.',
  },
}

/** What each rule of a finding means. */
export const findingRules: readonly { rule: FindingRule; means: string }[] = Object.entries(words).map(
  ([rule, { means }]) => ({ rule: rule as FindingRule, means }),
)

/** The finding as a sentence. */
export const sentenceOf = (finding: Finding): string => words[finding.rule].sentence(finding)

/** Why an entry below the threshold is shown, as a sentence. */
export function nearSentence({ reason, explanation }: Pick<NearMatch, 'reason' | 'explanation'>): string {
  const said = (rule: FindingRule) => {
    const finding = explanation.find((one) => one.rule === rule)
    return finding ? sentenceOf(finding) : ''
  }
  switch (reason) {
    case 'date-of-birth':
      return `The name matches. ${said('date-of-birth')}`
    case 'country':
      return `The name matches. ${said('country')}`
    case 'initial':
      return `One word of the name agrees. ${said('initial')}`
    case 'one-word':
      return 'Only one word of the names agrees.'
    case 'similar':
      return 'The name is similar, but less than the threshold requires.'
  }
}

/** Words as a reader writes them: findings hold them in small letters. */
const quoted = (text = ''): string => `'${text.replace(/(^|[ -])[a-z]/g, (letter) => letter.toUpperCase())}'`

/** Least similarity by letters alone at which one form of a given name is also a spelling of the other. */
const minSpelling = 0.8

function areForms(one: string, other: string): boolean {
  const group = nicknameGroup.get(one)
  const isSameGroup = group !== undefined && group === nicknameGroup.get(other)
  if (!isSameGroup && !areFamiliar(one, other)) return false
  return differentWordSimilarity(spell(one), spell(other)) < minSpelling
}
