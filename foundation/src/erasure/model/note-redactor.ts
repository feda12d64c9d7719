/** The redactor of notes that people have written: a name that stands in one goes, and the rest of the note stays. */
import { createHash } from 'node:crypto'
import type { Queryable } from '../../database/database.ts'
import { mentionsIn, type Redactor } from './eraser.ts'
import { redactText } from './redact-text.ts'

export type ErasableNote = { id: string; companyId: string; note: string }
export type RedactedNote = { id: string; note: string; originalSha256: Uint8Array; at: Date }

export type NoteStore = {
  /** Notes of the company, or of all, locked until the transaction ends; by id, those after `afterId`. */
  lockErasable(tx: Queryable, companyId: string | undefined, afterId: string, limit: number): Promise<ErasableNote[]>
  redact(tx: Queryable, note: RedactedNote): Promise<void>
}

const pageSize = 500

export const redactorOfNotes = (name: string, notes: NoteStore): Redactor => ({
  name,
  async redact(tx, request) {
    let redacted = 0
    for (let afterId = ''; ; ) {
      const page = await notes.lockErasable(tx, request.companyId, afterId, pageSize)
      for (const { id, companyId, note } of page) {
        const after = redactText(note, mentionsIn(request, companyId))
        if (after === note) continue
        const originalSha256 = createHash('sha256')
          .update(JSON.stringify([id, note]))
          .digest()
        await notes.redact(tx, { id, note: after, originalSha256, at: request.at })
        redacted++
      }
      const last = page.at(-1)
      if (!last || page.length < pageSize) return { redacted, held: 0 }
      afterId = last.id
    }
  },
})
