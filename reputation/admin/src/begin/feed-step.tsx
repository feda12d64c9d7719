import { faultOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { TextField } from '@service/ui/field.tsx'
import { counted } from '@service/ui/numbers.ts'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { State } from '@service/ui/state.tsx'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, type Output, useAct } from '../api/api.ts'
import { outcomeWords, stateOf } from '../feeds/model/words.ts'
import { Step } from './step.tsx'

const maxShown = 5

export function FeedStep({
  subject,
  feeds,
  shared,
  isDone,
}: {
  subject: Output<'getSubject'> | undefined
  feeds: readonly Output<'getFeed'>[]
  shared: number
  isDone: boolean
}) {
  return (
    <Step number={2} title="Add news sources" isDone={isDone} isLater={subject === undefined}>
      {shared > 0 && <p>The installation polls {counted(shared, 'feed')} for everybody; more of your own is better.</p>}
      {feeds.length > 0 && (
        <ul className="step-list">
          {feeds.slice(0, maxShown).map((feed) => (
            <li key={feed.feedId}>
              <Link to="/feeds" search={{ feed: feed.feedId }}>
                <bdi>{feed.name ?? feed.url}</bdi>
              </Link>{' '}
              <State kind={stateOf(feed).kind}>{stateOf(feed).word}</State>{' '}
              <span className="muted">
                {feed.health === 'failing' && feed.outcome !== null
                  ? (outcomeWords(feed.outcome) ?? feed.outcome)
                  : feed.outcome}
              </span>
            </li>
          ))}
          {feeds.length > maxShown && (
            <li>
              <Link to="/feeds">and {counted(feeds.length - maxShown, 'other feed')}</Link>
            </li>
          )}
        </ul>
      )}
      {subject !== undefined && feeds.length === 0 && <Ways subject={subject} />}
      {feeds.length > 0 && (
        <p>
          <Link to="/feeds/new">Add another feed</Link>, or <Link to="/imports">import articles from a file</Link>.
        </p>
      )}
    </Step>
  )
}

function Ways({ subject: { name, aliases } }: { subject: Output<'getSubject'> }) {
  const [url, setUrl] = useState('')
  const text = aliases[0]?.text ?? name
  const search = useAct(() => call('createFeed', { body: { search: { provider: 'gdelt', text } } }), {
    done: 'Search added: polling starts now',
  })
  const add = useAct(() => call('createFeed', { body: { url: url.trim() } }), { done: 'The feed is being polled' })
  function submit(event: FormEvent): void {
    event.preventDefault()
    add.run(undefined)
  }
  const fault = faultOf(add.error, 'body.url')
  const trouble = search.error ?? (fault === undefined ? add.error : null)
  return (
    <>
      <RefusalNotice error={trouble} />
      <p>
        A search of GDELT covers online news worldwide and goes back a week. Its terms apply. Or use feeds{' '}
        <Link to="/feeds/new">from the catalogue</Link>, one of your own, or <Link to="/imports">a file</Link>.
      </p>
      <div className="buttons">
        <Button kind="primary" icon="search" busy={search.busy} onClick={() => search.run(undefined)}>
          Search GDELT for “{text}”
        </Button>
      </div>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Or the address of a feed"
          type="url"
          inputMode="url"
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          value={url}
          onChange={setUrl}
          hint="RSS, Atom or JSON, such as https://news.example.org/rss.xml."
          fault={fault}
        />
        <div className="buttons">
          <Button type="submit" busy={add.busy}>
            Add the feed
          </Button>
        </div>
      </form>
    </>
  )
}
