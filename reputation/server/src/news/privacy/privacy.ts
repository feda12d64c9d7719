/**
 * What is removed from the news: persons who are to be forgotten, and what is past its age.
 *
 * **Redactors** take a person's name out of articles, of what was found in them and of the figures that quote them
 * (`article-redactor.ts`), out of rows that wait to be taken in (`import-redactor.ts`) and out of completions of language
 * models (`visibility/completion-redactor.ts`). **Pruners** remove articles past their age and all that was made of them
 * (`pruners.ts`).
 */

import { correctionRedactor } from '../corrections/corrections.ts'
import { noteRedactor } from '../triage/triage.ts'
import { completionRedactor } from '../visibility/completion-redactor.ts'
import { articleRedactor } from './article-redactor.ts'
import { importRedactor } from './import-redactor.ts'

export { newsPruners } from './pruners.ts'

/** In the order in which they lock. */
export const newsRedactors = [articleRedactor, importRedactor, completionRedactor, noteRedactor, correctionRedactor]
