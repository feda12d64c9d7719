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

/** `text` with those pairs in Latin letters; the other letters are left to the general transliteration. */
export function greekPairs(text: string): string {
  return anyGreek.test(text) ? pairs.reduce((rest, [pattern, latin]) => rest.replace(pattern, latin), text) : text
}
