/** The languages whose texts are judged, by ISO 639-1. A text in any other is counted apart and moves no figure. */
export const judgedLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const
export type JudgedLanguage = (typeof judgedLanguages)[number]

/** A text whose language is unknown is not judged. */
export const isJudgedLanguage = (language: string | undefined): language is JudgedLanguage =>
  judgedLanguages.some((judged) => judged === language)
