import { Button } from '@service/ui/button.tsx'
import { counted } from '@service/ui/numbers.ts'
import { Time } from '@service/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import type { AlertStory } from './model/query.ts'
import { formatReach, inWords, missingInWords } from './model/words.ts'
import { Marks, outletsInWords, Pace, Severity, TriageState } from './story-facts.tsx'

type Decisions = {
  see: (story: AlertStory) => void
  mute: (story: AlertStory) => void
  reopen: () => void
  ask: (dialog: 'assign' | 'close') => (story: AlertStory) => void
}

export const InboxRow = ({ story, decisions }: { story: AlertStory; decisions: Decisions | undefined }) => (
  <li data-story={story.story} data-severity={story.severity}>
    <div className="alert-line">
      <Severity severity={story.severity} />
      <TriageState story={story} />
      <Marks story={story} />
      <span className="small muted">
        <Time at={story.alertedAt} form="ago" />
      </span>
    </div>
    <h2 className="alert-title">
      <Link to="/alerts/$story" params={{ story: story.story }}>
        {story.title}
      </Link>
    </h2>
    <div className="small muted">
      {outletsInWords(story)} · {counted(story.articleCount, 'article')}
      {story.category !== undefined && ` · ${inWords(story.category)}`}
      {story.words.length > 0 && (
        <>
          : <Quoted words={story.words} />
        </>
      )}
    </div>
    <div className="alert-line small muted">
      {story.reach !== undefined && <span>reach {formatReach(story.reach)}</span>}
      <Pace pace={story.pace} />
      {story.severity === 'high' && <span>{whyNotCritical(story)}</span>}
    </div>
    {decisions && <Decide story={story} {...decisions} />}
  </li>
)

export const Quoted = ({ words }: { words: readonly string[] }) =>
  words.map((word, i) => (
    <span key={word}>
      {i > 0 && ', '}
      <q>{word}</q>
    </span>
  ))

function whyNotCritical({ notCritical, level }: AlertStory): string {
  if (level === undefined) return 'not critical: it reports no risk'
  if (notCritical === null) return ''
  const missing = missingInWords(notCritical.conditions)
  return missing === '' ? '' : `not critical: ${missing}`
}

const Decide = ({ story, see, mute, reopen, ask }: Decisions & { story: AlertStory }) => (
  <div className="buttons">
    {story.state === 'closed' ? (
      <Button size="small" onClick={reopen}>
        Reopen
      </Button>
    ) : (
      <>
        {(story.state === 'new' || story.rose) && (
          <Button size="small" onClick={() => see(story)}>
            Seen
          </Button>
        )}
        <Button size="small" onClick={() => ask('assign')(story)}>
          {story.state === 'assigned' ? 'Assign to another …' : 'Assign …'}
        </Button>
        <Button size="small" onClick={() => ask('close')(story)}>
          Close …
        </Button>
      </>
    )}
    <Button size="small" kind="quiet" onClick={() => mute(story)}>
      {story.muted === 'story' ? 'Unmute' : 'Mute'}
    </Button>
  </div>
)
