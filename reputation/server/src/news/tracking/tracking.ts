/**
 * Tracking: which subjects are looked for in the news, and which company follows which of them.
 *
 * A subject belongs to the platform, and every company may follow it, or to one company. A company follows one subject as
 * its **own** and any number as **peers**. Adding and changing a subject has the stored articles searched for it
 * (`analysis/search-articles.ts`); following one has the company's figures made again.
 */
export { makeSubjectActs, type SubjectActs, subjectRules } from './subject-acts.ts'
export { subjectCommands } from './subject-commands.ts'
export { type SubjectDeps, subjectRoutes } from './subjects.routes.ts'
