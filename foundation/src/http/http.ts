/**
 * HTTP: what every route of every service gets without asking. `app.ts` says in which order a request passes through it;
 * `model/` has the schemas that routes share.
 */
export {
  actOf,
  administratorOf,
  callerOf,
  type RequestGuards,
  type SessionGuard,
  type TokenGuard,
} from './admission.ts'
export type { App } from './app.ts'
export { cookieValue, withoutCookies } from './cookies.ts'
export { type CsvColumn, sendCsv } from './csv.ts'
export { described, shownSchema } from './document-components.ts'
export {
  idempotencyInProgress,
  idempotencyMismatch,
  isIdempotencyKey,
  replayedHeader,
} from './idempotency-key.ts'
export { type InnerResponse, type InnerTerms, innerRequestOf, sendInner } from './inner-request.ts'
export { type ReadLines, sendLines } from './lines.ts'
export { FormatParameter, LinesFormatParameter, wantsCsv, wantsLines } from './negotiation.ts'
export { type CursorKey, NextCursor, PageParameters, readPage, toPage } from './page.ts'
export { pageHeaders } from './page-headers.ts'
export { problems } from './problem-body.ts'
export { setRawHeader } from './raw-header.ts'
export { makeReadiness, type Readiness } from './readiness.ts'
export { inSnakeCase, withNamesOfFields } from './snake-case.ts'
export { undocumented } from './undocumented.ts'
export { compileValidator } from './validation.ts'
