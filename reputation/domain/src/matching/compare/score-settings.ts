/** What the score rests on, tuned on the development half of the labelled pairs and on names that are on no list. */
import { type Role, role } from '../tokens/token.ts'

/** Lists of three hold a value for each kind of name: person, organisation, object. */
export const settings = {
  similarityPower: [2, 2, 2.4],
  contradiction: [1.25, 1.15, 1.3],
  /** What a unit of extra or omitted weight counts when `enough` has been agreed, and how much more before that. */
  extra: [
    { min: 0.18, slope: 0.3, enough: 2 },
    { min: 0.3, slope: 0.2, enough: 2 },
    { min: 0.7, slope: 0.2, enough: 2 },
  ],
  omitted: [
    { min: 0.12, slope: 0.28, enough: 2 },
    { min: 0.17, slope: 0.12, enough: 2 },
    { min: 0.3, slope: 0.2, enough: 2 },
  ],
  reordered: [0.985, 0.97, 0.9],
  /** Omar bin Abdullah is the father, or the son, of Abdullah bin Omar. */
  fatherReordered: 0.85,
  /** Abdul belongs to the word behind it: Abdul Ali is not Ali Abdul Rahim. */
  dividedName: 0.9,
  /** A misspelling of an organisation's only word counts less: there is nothing else to go by. */
  onlyWordPower: 1.3,
  /** The shorter a word, the more others are a slip away from it by chance: Kim and KIAM, Putin and PLUTON. */
  shortOnlyWord: { length: 5, power: 2 },
  /** Initials are the same or they are not: ABB is not AAB, however near they sound. */
  maxInitials: 3,
  otherInitials: 0.85,
  /** How much the mean defect of the spellings lowers the score when not one word is the same. */
  nothingSame: 0.6,
  /** Names of a script that writes syllables are whole: a syllable more or less, or elsewhere, is another name. */
  syllabic: { leftover: 1, reordered: 0.85 },
  fatherShare: 0.35,
  kindWordShare: 0.5,
  particleWeight: 0.12,
  titleWeight: 0.15,
  initialWeight: 0.25,
  legalWeight: 0.1,
  numberWeight: 1.1,
  conflictingNumbers: 0.7,
  /** John A. Smith is not John B. Smith. */
  conflictingInitials: 0.85,
  missingNumber: 0.9,
  oneOfSeveral: 0.8,
  onlyInitials: 0.84,
} as const

/** Weight of the tokens that are no words of the name, by role. */
export const roleWeight: Readonly<Record<Role, number>> = {
  [role.name]: 1,
  [role.particle]: settings.particleWeight,
  [role.title]: settings.titleWeight,
  [role.initial]: settings.initialWeight,
  [role.legal]: settings.legalWeight,
  [role.number]: settings.numberWeight,
}
