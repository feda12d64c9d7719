import { Shown, troubleOf, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Confirm } from '@service/ui/dialog.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Facts, Page, Panel, Section } from '@service/ui/page.tsx'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call, useAct, useLive } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import { changesOf, type Draft, draftOf, type Subject } from './model/draft.ts'
import { SubjectForm } from './subject-form.tsx'
import { Trial } from './trial.tsx'
import './subjects.css'

export function SubjectPage() {
  const { subjectId } = useParams({ from: '/shell/subjects/$subjectId' })
  const live = useLive('getSubject', { path: { subjectId } }, { isMoving: ({ searching }) => searching })
  return (
    <Page
      title="Subject"
      note={live.data && <bdi>{live.data.name}</bdi>}
      actions={
        <>
          {live.data?.searching && <State kind="moving">searching stored articles</State>}
          <Updated live={live} />
        </>
      }
    >
      <Shown live={live}>{(subject) => <Opened key={subject.subjectId} subject={subject} />}</Shown>
    </Page>
  )
}

/** What is typed stays, whatever is fetched meanwhile. */
function Opened({ subject }: { subject: Subject }) {
  const may = useMay()('subjects:manage')
  const [typed, setTyped] = useState<Draft>()
  const draft = typed ?? draftOf(subject)
  const changes = typed ? changesOf(subject, typed) : {}
  const isChanged = Object.keys(changes).length > 0
  const { subjectId } = subject
  const change = useAct(() => call('changeSubject', { path: { subjectId }, body: changes }), {
    done: 'Subject saved',
    onDone: () => setTyped(undefined),
  })
  if (!may) return <ReadOnly subject={subject} />
  return (
    <>
      <div className="sub-split">
        <div className="sub-column">
          {subject.shared && (
            <Notice>
              {subject.sample ? 'It belongs to the sample' : 'The installation shares it'}: its names cannot be changed,
              but you can choose its role.
            </Notice>
          )}
          <SubjectForm
            draft={draft}
            onChange={setTyped}
            act={change}
            submit="Save the changes"
            roles={['own', 'peer', 'none']}
            onlyRole={subject.shared}
            why={isChanged ? undefined : 'Nothing has been changed.'}
            cancel={typed !== undefined && <Button onClick={() => setTyped(undefined)}>Discard</Button>}
          />
        </div>
        <Trial draft={draft} subjectId={subjectId} isChanged={isChanged} />
      </div>
      <Known subject={subject} />
      {!subject.shared && <Deletion subject={subject} />}
    </>
  )
}

const roleWords = { own: 'your own', peer: 'a peer', none: 'not followed' } as const

const ReadOnly = ({ subject }: { subject: Subject }) => (
  <>
    <Panel>
      <Facts
        facts={[
          ['Name', <bdi key="name">{subject.name}</bdi>],
          ['Role', roleWords[draftOf(subject).role]],
          ['Sector', subject.sector],
          ['Other names', subject.aliases.map(({ text }) => text).join(', ') || 'none'],
          ['Excluded phrases', subject.blockers.join(', ') || 'nothing'],
        ]}
      />
    </Panel>
    <Known subject={subject} />
  </>
)

const Known = ({ subject: { subjectId, createdAt, updatedAt } }: { subject: Subject }) => (
  <Section title="Identifiers">
    <Panel>
      <Facts
        facts={[
          ['Id', <code key="id">{subjectId}</code>],
          ['Added', <Time key="added" at={createdAt} form="full" />],
          ['Last changed', <Time key="changed" at={updatedAt} form="full" />],
        ]}
      />
    </Panel>
  </Section>
)

function Deletion({ subject: { subjectId, name, role } }: { subject: Subject }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const remove = useAct(() => call('deleteSubject', { path: { subjectId } }), {
    done: 'Subject deleted',
    onDone: () => void navigate({ to: '/subjects' }),
  })
  return (
    <Section title="Delete">
      <Panel>
        <p>What was found about it is deleted as well; articles stay.</p>
        <div className="buttons">
          <Button
            kind="danger"
            onClick={() => setAsked(true)}
            why={role === 'own' ? 'All your figures are about it: make it a peer first.' : undefined}
          >
            Delete the subject …
          </Button>
        </div>
        {asked && (
          <Confirm
            title="Delete the subject?"
            act="Delete the subject"
            busy={remove.busy}
            onAct={() => remove.run(undefined)}
            onClose={() => setAsked(false)}
          >
            {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
            <p>
              <bdi>{name}</bdi> is no longer searched for, and what was found about it is deleted. This cannot be
              undone.
            </p>
          </Confirm>
        )}
      </Panel>
    </Section>
  )
}
