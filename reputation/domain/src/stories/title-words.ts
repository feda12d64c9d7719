/** The words of a headline that can tell a story: no small words, no endings, not the company's own name. */

const smallWords = new Set(
  `a about after again against ahead all also am amid among an and another any are as at back be because been before being but by can could day did do does down
  for from get gets getting go goes going got had has have he her here him his how i if in inc into is it its just know ltd make makes may me might more most my near new news no not now of off
  on one only or our out over own per report reports said say says see set she should so some still take takes than that the their them then there these they this those
  to today too two top under until up update us use very via vs was we what when where which who why will with without would year years yes you your video photos
  corp company co group plc things need needs way week want wants look first big could`.split(/\s+/),
)

export function titleWords(title: string, company: { start: number; end: number }): string[] {
  const text = `${title.slice(0, company.start)} ${title.slice(company.end)}`.toLowerCase().replaceAll('’', "'")
  const words = new Set<string>()
  for (const [raw] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,']*/gu)) {
    const word = raw.replace(/'s$|[.,']+$/, '').replace(/[.,'](?=\p{L})/gu, '')
    if (word.length < 2 || smallWords.has(word)) continue
    words.add(stemmed(word))
  }
  return [...words]
}

/** Rough: "recalls", "recalled", "recalling" and "recall" are one. */
function stemmed(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  const cut = word.replace(/(?:ing|ed|es|s)$/, '')
  if (cut.length < 3) return word
  return cut.replace(/([bdfgklmnprt])\1$/, '$1').replace(/e$/, '')
}
