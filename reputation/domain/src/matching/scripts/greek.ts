/** Pairs of Greek letters that write one sound, as Latin transliterations give them. */
const pairs: [pattern: RegExp, latin: string][] = [
  [/\bμπ/giu, 'b'],
  [/μπ/giu, 'mp'],
  [/ντ/giu, 'd'],
  [/γ[κγ]/giu, 'g'],
  [/γχ/giu, 'nch'],
  [/τζ/giu, 'tz'],
  [/ο[υύ]/giu, 'u'],
  [/([αε])[υύ](?=[θκξπσςτφχψ]|$)/giu, '$1f'],
  [/([αε])[υύ]/giu, '$1v'],
]
const anyGreek = /[\u0370-\u03ff]/
/** Mathematical signs that stand where a capital letter belongs: what some list files hold. */
const capitals: Record<string, string> = { '\u2206': 'Δ', '\u220f': 'Π', '\u2211': 'Σ' }
const anyCapital = /[\u2206\u220f\u2211]/gu
/** The ending of an ordinal number: 7η is 7th. */
const ordinal = /(\d)(?:ος|ου|ον|οι|ης|ην|η|ο|ς|α|ες)(?!\p{L})/giu

/** `text` with those pairs in Latin letters; the other letters are left to the general transliteration. */
export function greekPairs(text: string): string {
  if (!anyGreek.test(text)) return text
  const whole = text.replace(anyCapital, (sign) => capitals[sign] ?? sign).replace(ordinal, '$1')
  return pairs.reduce((rest, [pattern, latin]) => rest.replace(pattern, latin), whole)
}
