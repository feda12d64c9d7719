import { markOf, wordMark } from '../scripts/word-mark.ts'

/**
 * The part of a word that its inflection leaves alone, so that `zavod`, `zavoda` and `zavodom` are learnt as one word.
 * Words are as `toWords` writes them. The endings are those of Slavic and Greek nouns and adjectives, transliterated, the article that Bulgarian ends a word in, and
 * the commonest of the languages that lists are translated into; typed from common knowledge of their grammars. A stem
 * need not be a grammarian's: two words of one stem must only be forms of one word nearly always.
 */
const endings = (
  'iyata ostta iyat yata yate ata ite oto eto ' +
  'iyami yami ami ymi imi ogo ego oye oe aya yaya iya iyi iye iyu uyu yuyu oi oj oy ey ei ej ykh ikh yh ih ym im om em am yam ' +
  'ye yy iy ii yi ov ev ya yu ie es ai as is os us on ou en er a o e i u y s n'
)
  .split(' ')
  .sort((one, other) => other.length - one.length)

/** A stem has at least so many letters. */
const minStemLength = 4

export function wordStem(word: string): string {
  const mark = markOf(word)
  // The Arabic ending of feminine adjectives and many nouns.
  if (mark === wordMark.consonantal) return word.length > 4 && word.endsWith('h') ? word.slice(0, -1) : word
  if (mark !== wordMark.none) return word
  if (word.length <= minStemLength) return word
  const ending = endings.find((ending) => word.length - ending.length >= minStemLength && word.endsWith(ending))
  return ending === undefined ? word : word.slice(0, -ending.length)
}
