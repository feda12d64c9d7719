import { Page } from '@service/ui/page.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call, useAct } from '../api/api.ts'
import { newDraft, newSubjectOf } from './model/draft.ts'
import { SubjectForm } from './subject-form.tsx'
import { Trial } from './trial.tsx'
import './subjects.css'

export function NewSubjectPage() {
  const { role } = useSearch({ from: '/shell/subjects/new' })
  const navigate = useNavigate({ from: '/subjects/new' })
  const [draft, setDraft] = useState(() => newDraft(role ?? 'peer'))
  const create = useAct(() => call('createSubject', { body: newSubjectOf(draft) }), {
    done: ({ name }) => `${name} is searched for from now on`,
    onDone: ({ subjectId }) => void navigate({ to: '/subjects/$subjectId', params: { subjectId } }),
  })
  return (
    <Page
      title="Add a subject"
      note="Its names are tried against stored headlines while you type; nothing is saved until you add it."
    >
      <div className="sub-split">
        <SubjectForm
          draft={draft}
          onChange={setDraft}
          act={create}
          submit="Add the subject"
          roles={['own', 'peer']}
          cancel={
            <Link className="button" to="/subjects">
              Cancel
            </Link>
          }
        />
        <Trial draft={draft} />
      </div>
    </Page>
  )
}
