/**
 * Guesses the encoding of bytes that are not UTF-8 and declare none. Each candidate decodes them, and the text is
 * scored by how natural it is: common letters of one script, lower case after upper case, no control or private
 * characters.
 */

/** Enough for a guess, and done in a moment. */
const sampleBytes = 20_000

const latin = ['windows-1252', 'windows-1250', 'windows-1254']

export function guessEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes)
  if (Buffer.from(sample).includes('\u001b$')) return 'iso-2022-jp'
  const judged = [
    ...latin.map((encoding) => ({ encoding, score: plausibility(sample, encoding, latinScore) })),
    ...Object.entries(scripts).map(([encoding, script]) => ({
      encoding,
      score: plausibility(sample, encoding, foreignScore(script)),
    })),
  ]
  const best = judged.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > 0 ? best.encoding : 'windows-1252'
}

/** Per letter above ASCII: 1 for the most frequent of such a text, less for others, far less for nonsense. */
function plausibility(sample: Uint8Array, encoding: string, scoreOf: LetterScore): number {
  const text = new TextDecoder(encoding).decode(sample)
  let [score, letters, before] = [0, 0, '']
  for (const letter of text) {
    if (letter > '\u007f') {
      letters++
      score += isNonsense(letter) ? -10 : scoreOf(letter, before)
    }
    before = letter
  }
  return letters === 0 ? 0 : score / letters
}

/** A character of no writing: it speaks against the encoding, except at the end, where half a letter is cut off. */
const isNonsense = (letter: string): boolean => /[\u0080-\u009f\ue000-\uf8ff\ufffd]/.test(letter)

/** In Latin writing the letters above ASCII stand alone among ASCII ones. */
function latinScore(letter: string, before: string): number {
  if (/[\u2018-\u201e\u2013\u2014\u2026\u20ac\u2122£©®°«»·¡¿\u00a0]/.test(letter)) return 0.5
  if (!/[àáâãäåæçèéêëìíîïñòóôõöøœùúûüýßÀÁÂÃÄÅÆÇÈÉÊËÍÎÑÓÔÖØÜÚ]/.test(letter))
    return /\p{Script=Latin}/u.test(letter) ? 0.3 : -0.5
  return before > '\u007f' ? -0.5 : caseScore(letter, before)
}

/** Other scripts do not glue their letters to Latin ones. */
const foreignScore =
  ({ frequent, script }: Script) =>
  (letter: string, before: string): number => {
    if (!script.test(letter))
      return /[\u00a0-\u00bf\u2010-\u203a\u20ac\u2116\u3000-\u3002\uff01-\uff5e]/.test(letter) ? 0.1 : -1
    if (/[a-z]/i.test(before)) return -0.5
    return frequent.includes(letter.toLowerCase()) ? caseScore(letter, before) : 0.3
  }

/** KOI8 and windows-1251 hold the same letters with their cases changed: large ones within a word give it away. */
function caseScore(letter: string, before: string): number {
  if (!/\p{Lu}/u.test(letter) || !/\p{L}/u.test(before)) return 1
  return /\p{Lu}/u.test(before) ? 0.4 : -0.5
}

type LetterScore = (letter: string, before: string) => number
type Script = { frequent: string; script: RegExp }

const cyrillic: Script = { frequent: 'оеаинтсрвлкмдпуяі', script: /\p{Script=Cyrillic}/u }

/** The letters that make up most of an ordinary text, from common knowledge of each language. */
const scripts: Readonly<Record<string, Script>> = {
  gb18030: {
    frequent:
      '的一是不了在人有我他这中大来上个国和说们为子到地年时会就公司以要日发新经业市场记者报道今天月本网股东资京北，。、“”：',
    script: /\p{Script=Han}/u,
  },
  big5: {
    frequent:
      '的一是不了在人有我他這中大來上個國和說們為子到地年時會就公司以要日發新經業市場記者報導今天月本網股東資台灣，。、「」：',
    script: /\p{Script=Han}/u,
  },
  'euc-jp': japanese(),
  shift_jis: japanese(),
  'euc-kr': {
    frequent: '이다는을가의에고하를로은지기어시도서한인리나사자으니해스대정일보부그라들수게만있전제여러아장주',
    script: /\p{Script=Hangul}/u,
  },
  'windows-1251': cyrillic,
  'koi8-u': cyrillic,
  'windows-1253': { frequent: 'αοιετσνηυρπκμλςάίό', script: /\p{Script=Greek}/u },
  'windows-1255': { frequent: 'יוהלאתרשבנמ', script: /\p{Script=Hebrew}/u },
  'windows-1256': { frequent: 'اليمنوترةبعدسف', script: /\p{Script=Arabic}/u },
  'windows-874': { frequent: 'านรอกเงมยลวดทสตะปบคหแจ่้ิีั', script: /\p{Script=Thai}/u },
}

function japanese(): Script {
  const kana = Array.from({ length: 0x30ff - 0x3041 }, (_, index) => String.fromCharCode(0x3041 + index)).join('')
  return { frequent: `${kana}、。`, script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。]/u }
}
