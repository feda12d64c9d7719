/** The languages whose texts are judged, by ISO 639-1. A text in any other is counted apart and moves no figure. */
export const judgedLanguages: ReadonlySet<string> = new Set(['en'])

/** A text whose language is unknown is not judged. */
export const isJudgedLanguage = (language: string | undefined): boolean =>
  language !== undefined && judgedLanguages.has(language)
