import { Refusal, troubleOf } from '@service/ui/api/api.ts'
import { Select } from '@service/ui/field.tsx'
import { Marked } from '@service/ui/marked.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { counted, formatCount, formatShare } from '@service/ui/numbers.ts'
import { Filters, Panel, Tabs } from '@service/ui/page.tsx'
import { useHeld, useSettled } from '@service/ui/settled.ts'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Output, useLive } from '../api/api.ts'
import { type Draft, definitionOf } from './model/draft.ts'
import { type TrialSearch, type TrialShow, trialDays } from './model/trial-search.ts'

type Trial = Output<'trySubject'>

const typingMs = 350
const limit = 20

/** Tries the names against what is stored while they are typed: how many headlines, which are new, which mean somebody else. */
export function Trial({
  draft,
  subjectId,
  isChanged = true,
}: {
  draft: Draft
  subjectId?: string
  /** Against the subject as it is saved. */
  isChanged?: boolean
}) {
  const { days = 7, show = 'found' } = useSearch({ strict: false }) as TrialSearch
  const navigate = useNavigate()
  const shown = useSettled(JSON.stringify(definitionOf(draft)), typingMs)
  const definition = JSON.parse(shown) as ReturnType<typeof definitionOf>
  const isReady = definition.name.length > 1
  const live = useLive(
    'trySubject',
    { body: { ...definition, days, limit, show, ...(subjectId !== undefined && { subjectId }) } },
    { enabled: isReady },
  )
  const trial = useHeld(isReady ? live.data : undefined)
  return (
    <section className="sub-trial" aria-labelledby="trial-title">
      <div className="section-head">
        <h2 id="trial-title">In stored headlines</h2>
        <Filters label="How far back">
          <Select
            label="Headlines of the last"
            value={String(days)}
            options={trialDays.map((one) => ({ value: String(one), label: counted(one, 'day') }))}
            onChange={(value) =>
              void navigate({
                to: '.',
                search: ((before: TrialSearch) => ({ ...before, days: Number(value) })) as never,
              })
            }
          />
        </Filters>
      </div>
      <Panel>
        {!isReady ? (
          <p className="muted">Type a name to see what it finds.</p>
        ) : live.error && !live.data ? (
          <Notice kind="warn">{wordsOf(live.error)}</Notice>
        ) : trial === undefined ? (
          <p className="muted" role="status">
            Searching …
          </p>
        ) : (
          <Found trial={trial} show={show} isChanged={subjectId !== undefined && isChanged} />
        )}
      </Panel>
    </section>
  )
}

const wordsOf = (error: Error): string =>
  error instanceof Refusal && error.details[0]
    ? `Not tried yet: ${error.details[0].path.replace('body.', '')} ${error.details[0].message}.`
    : troubleOf(error).message

function Found({ trial, show, isChanged }: { trial: Trial; show: TrialShow; isChanged: boolean }) {
  const { found, searched, complete, namesakes, compared, names, headlines, since } = trial
  return (
    <>
      <p role="status">
        <strong>{counted(found, 'headline')}</strong> of {formatCount(searched)}
        {complete ? '' : ', the newest,'} since <Time at={since} form="day" />
        {isChanged && compared !== null && (
          <>
            : {formatCount(compared.added)} newly found, {formatCount(compared.lost)} no longer
          </>
        )}
        .
      </p>
      <ul className="sub-counts">
        {names.map(({ text, found }) => (
          <li key={text} data-none={found === 0 || undefined}>
            <bdi>{text}</bdi> <span className="muted">{formatCount(found)}</span>
          </li>
        ))}
      </ul>
      <Tabs label="Which headlines">
        <ShowLink show="found" count={found} words="Found" />
        {(isChanged || show === 'added') && <ShowLink show="added" count={compared?.added ?? 0} words="Newly found" />}
        {(isChanged || show === 'lost') && <ShowLink show="lost" count={compared?.lost ?? 0} words="No longer" />}
        <ShowLink show="namesakes" count={namesakes} words="Namesakes" />
      </Tabs>
      {headlines.length === 0 ? (
        <p className="muted">{noneWords[show]}</p>
      ) : (
        <ol className="sub-headlines">
          {headlines.map((headline) => (
            <Headline key={headline.articleId} headline={headline} />
          ))}
        </ol>
      )}
      {headlines.length === limit && <p className="small muted">The newest {limit} are shown.</p>}
    </>
  )
}

const noneWords: Record<TrialShow, string> = {
  found:
    'No stored headline has one of these names. Feeds or an import bring headlines; other spellings may find some.',
  added: 'Nothing is newly found.',
  lost: 'Nothing that is found now would be lost.',
  namesakes: 'In none of them does the name seem to mean something else.',
}

const ShowLink = ({ show, count, words }: { show: TrialShow; count: number; words: string }) => (
  <Link
    to="."
    search={((before: TrialSearch) => ({ ...before, show: show === 'found' ? undefined : show })) as never}
    activeOptions={{ exact: true, includeSearch: true }}
    replace
  >
    {words} {formatCount(count)}
  </Link>
)

function Headline({
  headline: { title, outlet, url, publishedAt, start, end, change, pCompany, blockedBy, because },
}: {
  headline: Trial['headlines'][number]
}) {
  const isNamesake = pCompany < 0.5
  return (
    <li>
      <span>
        <Marked text={title} marks={[{ start, end, kind: isNamesake || change === 'lost' ? 'bad' : undefined }]} />
      </span>
      <span className="small muted">
        <a href={url} target="_blank" rel="noreferrer">
          <bdi>{outlet}</bdi>
        </a>
        , <Time at={publishedAt} />
      </span>
      {change !== null && (
        <State kind={change === 'added' ? 'good' : 'warn'}>
          {change === 'added' ? 'newly found' : 'no longer found'}
        </State>
      )}
      {isNamesake && (
        <span className="small">
          <State kind="off">probably a namesake</State>{' '}
          <span className="muted">
            {blockedBy === null ? because : `it stands in “${blockedBy}”`}, {formatShare(pCompany)} that you are meant
          </span>
        </span>
      )}
    </li>
  )
}
