import { redactorOfNotes } from '@service/foundation/erasure/model/note-redactor.ts'
import * as triage from './triage-store.ts'

/** Forgets a person whom a note about a story names. */
export const noteRedactor = redactorOfNotes('notes about stories', triage)
