import { Dialog } from '@service/ui/dialog.tsx'
import { Select, TextArea } from '@service/ui/field.tsx'
import { Loading } from '@service/ui/notice.tsx'
import { useSession } from '@service/ui/session/session.ts'
import { DialogForm } from '@service/ui/settings/dialog-form.tsx'
import { useState } from 'react'
import { useLive } from '../api/api.ts'
import type { AlertStory } from './model/query.ts'
import type { useTriage } from './use-triage.ts'

export type TriageDialog = 'assign' | 'close'

export default function TriageDialogs({ dialog, ...props }: Props & { dialog: TriageDialog }) {
  return dialog === 'assign' ? <AssignDialog {...props} /> : <CloseDialog {...props} />
}

type Props = {
  story: Pick<AlertStory, 'story' | 'title' | 'state' | 'assignee' | 'muted'>
  triage: ReturnType<typeof useTriage>
  onClose: () => void
}

const noteLimit = 2_000

function AssignDialog({ story, triage, onClose }: Props) {
  const { user } = useSession()
  const live = useLive('listAlertAssignees', {})
  const [chosen, setChosen] = useState(story.assignee?.id ?? user.id)
  const [note, setNote] = useState('')
  const people = live.data?.people
  const known = people?.some(({ id }) => id === chosen) ? chosen : (people?.[0]?.id ?? '')
  const name = people?.find(({ id }) => id === known)?.name
  const run = () =>
    triage.decide(story, { assigneeId: known, ...(note.trim() && { note }) }, `Assigned to ${name ?? 'somebody'}`)
  return (
    <Dialog title="Assign the story" onClose={onClose}>
      <p>{story.title}</p>
      {people ? (
        <DialogForm act={{ run, busy: triage.busy, error: triage.error }} submit="Assign" onClose={onClose}>
          <Select
            label="Assignee"
            value={known}
            onChange={setChosen}
            options={people.map(({ id, name }) => ({ value: id, label: id === user.id ? `${name} (you)` : name }))}
          />
          <Note value={note} onChange={setNote} />
        </DialogForm>
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

function CloseDialog({ story, triage, onClose }: Props) {
  const [note, setNote] = useState('')
  const run = () => triage.decide(story, { state: 'closed', ...(note.trim() && { note }) }, 'Story closed')
  return (
    <Dialog title="Close the story" onClose={onClose}>
      <p>{story.title}</p>
      <DialogForm act={{ run, busy: triage.busy, error: triage.error }} submit="Close the story" onClose={onClose}>
        <Note value={note} onChange={setNote} />
        <p className="muted small">It stays in the API’s list of alerts. If it becomes critical, it is reopened.</p>
      </DialogForm>
    </Dialog>
  )
}

const Note = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextArea
    label="Note"
    hint="Optional, for your colleagues."
    rows={3}
    maxLength={noteLimit}
    value={value}
    onChange={onChange}
  />
)
