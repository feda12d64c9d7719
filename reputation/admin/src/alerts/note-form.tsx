import { Button } from '@service/ui/button.tsx'
import { TextArea } from '@service/ui/field.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { type FormEvent, useState } from 'react'
import { call, useAct } from '../api/api.ts'
import type { Story } from './model/query.ts'

/** Leaves a note about a story and decides nothing. */
export default function NoteForm({ story: { story } }: { story: Story }) {
  const [note, setNote] = useState('')
  const save = useAct(() => call('triageStory', { path: { story }, body: { note: note.trim() } }), {
    done: 'Note saved',
    onDone: () => setNote(''),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (note.trim() !== '') save.run(undefined)
  }
  return (
    <form className="form" onSubmit={submit}>
      <RefusalNotice error={save.error} />
      <TextArea label="Note" hint="Saved under your name." rows={2} maxLength={2_000} value={note} onChange={setNote} />
      <div className="buttons">
        <Button type="submit" busy={save.busy} why={note.trim() === '' ? 'The note is empty.' : undefined}>
          Add the note
        </Button>
      </div>
    </form>
  )
}
