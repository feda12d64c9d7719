/** Which languages there are for us: what a text is in (`detect-language.ts`), and which are judged. */
export { isJudgedLanguage, type JudgedLanguage, judgedLanguages } from './judged-languages.ts'
