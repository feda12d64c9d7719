import { redactorOfNotes } from '@service/foundation/erasure/model/note-redactor.ts'
import * as corrections from '../articles/correction-store.ts'

/** Forgets a person whom the note of a correction names. */
export const correctionRedactor = redactorOfNotes('corrections of articles', corrections)
