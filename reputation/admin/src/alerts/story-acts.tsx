import { Panel } from '@service/ui/page.tsx'
import { useMay } from '@service/ui/session/session.ts'
import { Time } from '@service/ui/time.tsx'
import { lazy, Suspense } from 'react'
import type { Story } from './model/query.ts'
import { actWords } from './model/words.ts'

const NoteForm = lazy(() => import('./note-form.tsx'))

export function StoryActs({ story }: { story: Story }) {
  const may = useMay()('alerts:triage')
  return (
    <Panel>
      {story.acts.length === 0 ? (
        <p className="muted">Nobody has handled it yet.</p>
      ) : (
        <ol className="alert-steps">
          {story.acts.map((act) => (
            <li key={`${act.at} ${act.act} ${act.note}`}>
              <span>
                <strong>{act.actorName ?? act.actor}</strong> {wordsOf(act)}
              </span>
              {act.note !== null && <span className="alert-note">{act.note}</span>}
              <span className="small muted">
                <Time at={act.at} />
                {act.redacted && ' · a person was erased from it'}
              </span>
            </li>
          ))}
        </ol>
      )}
      {may && (
        <Suspense>
          <NoteForm story={story} />
        </Suspense>
      )}
    </Panel>
  )
}

function wordsOf({ act, assigneeName, note }: Story['acts'][number]): string {
  if (act === null) return note === null ? '' : 'noted'
  return act === 'assigned' ? `assigned it to ${assigneeName ?? 'somebody who was erased'}` : (actWords[act] ?? act)
}
