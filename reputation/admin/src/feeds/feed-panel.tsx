import { faultOf, Shown, troubleOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Copy } from '@service/ui/copy.tsx'
import { Confirm } from '@service/ui/dialog.tsx'
import { Select, TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { Facts } from '@service/ui/page.tsx'
import { SidePanel } from '@service/ui/side-panel.tsx'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, useAct, useLive } from '../api/api.ts'
import { type Feed, intervals, outcomeWords, stateOf } from './model/words.ts'

export default function FeedPanel({ feedId }: { feedId: string }) {
  const live = useLive('getFeed', { path: { feedId } }, { isMoving: isPolling })
  return (
    <SidePanel
      title={<bdi>{live.data?.name ?? live.data?.url ?? 'Feed'}</bdi>}
      subject={feedId}
      close={
        <Link className="button" data-kind="quiet" to="/feeds">
          Close
        </Link>
      }
    >
      <Shown live={live}>{(feed) => <Opened feed={feed} />}</Shown>
    </SidePanel>
  )
}

/** It is due, and the poll is under way. */
const isPolling = ({ health, nextPollAt }: Feed): boolean =>
  health === 'new' || (nextPollAt !== null && Date.parse(nextPollAt) <= Date.now())

function Opened({ feed }: { feed: Feed }) {
  const { feedId, url, lastPolledAt, nextPollAt, outcome, reason, health, failures } = feed
  const poll = useAct(() => call('pollFeed', { path: { feedId } }), {
    done: ({ nextPollAt }) =>
      nextPollAt !== null && Date.parse(nextPollAt) > Date.now() + 2_000
        ? 'It is polled as soon as its site allows it'
        : 'The feed is being polled',
  })
  const words = outcome === null ? undefined : outcomeWords(outcome)
  const { kind, word } = stateOf(feed)
  return (
    <>
      {health === 'failing' && (
        <Notice kind="bad">
          {words ?? outcome}
          {reason !== null && <div className="small muted fed-said">{reason}</div>}
        </Notice>
      )}
      {health === 'off' && outcome === 'gone' && <Notice kind="warn">{words}</Notice>}
      <Facts
        facts={[
          [
            'State',
            <span key="state" className="buttons">
              <State kind={kind}>{word}</State>
              {failures > 0 && <span className="muted">{counted(failures, 'time')} in a row</span>}
            </span>,
          ],
          [
            'Address',
            <span key="address" className="fed-address">
              <bdi>{url}</bdi> <Copy text={url} what="address" />
            </span>,
          ],
          ['Last poll', lastPolledAt === null ? 'not yet' : <Time key="last" at={lastPolledAt} form="full" />],
          ['Outcome', outcome === null ? 'nothing yet' : words && health !== 'failing' ? words : outcome],
          [
            'Next poll',
            nextPollAt === null ? (
              'none while it is off'
            ) : (
              <span key="next">
                <Time at={nextPollAt} form="full" />
                {health !== 'failing' && reason !== null && <span className="muted">: {reason}</span>}
              </span>
            ),
          ],
          ['Added', <Time key="added" at={feed.createdAt} form="day" />],
        ]}
      />
      {poll.error !== null && <Notice kind="bad">{troubleOf(poll.error).message}</Notice>}
      <div className="buttons">
        <Button icon="reload" busy={poll.busy} onClick={() => poll.run(undefined)}>
          Poll now
        </Button>
        <Switching feed={feed} />
      </div>
      <Changes feed={feed} />
    </>
  )
}

function Switching({ feed: { feedId, enabled, name, url } }: { feed: Feed }) {
  const navigate = useNavigate({ from: '/feeds' })
  const [asked, setAsked] = useState(false)
  const change = useAct(() => call('changeFeed', { path: { feedId }, body: { enabled: !enabled } }), {
    done: enabled ? 'Feed switched off' : 'Feed switched on',
  })
  const remove = useAct(() => call('deleteFeed', { path: { feedId } }), {
    done: 'Feed deleted',
    onDone: () => void navigate({ search: {} }),
  })
  return (
    <>
      <Button busy={change.busy} onClick={() => change.run(undefined)}>
        {enabled ? 'Switch it off' : 'Switch it on'}
      </Button>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Delete the feed …
      </Button>
      {asked && (
        <Confirm
          title="Delete the feed?"
          act="Delete the feed"
          busy={remove.busy}
          onAct={() => remove.run(undefined)}
          onClose={() => setAsked(false)}
        >
          <p>
            <bdi>{name ?? url}</bdi> is polled no more. The articles that it brought stay.
          </p>
        </Confirm>
      )}
    </>
  )
}

/** What is typed stays, whatever is fetched meanwhile. */
function Changes({ feed }: { feed: Feed }) {
  const { feedId, kind, pollEverySeconds } = feed
  const [typed, setTyped] = useState<{ name: string; every: string }>()
  const now = { name: feed.name ?? '', every: pollEverySeconds === null ? '' : String(pollEverySeconds) }
  const { name, every } = typed ?? now
  const change = useAct(
    () =>
      call('changeFeed', {
        path: { feedId },
        body: {
          name: name.trim() === '' ? null : name.trim(),
          pollEverySeconds: every === '' ? null : Number(every),
        },
      }),
    { done: 'Feed saved', onDone: () => setTyped(undefined) },
  )
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isChanged) change.run(undefined)
  }
  const isChanged = name !== now.name || every !== now.every
  const fault = faultOf(change.error, 'body.pollEverySeconds')
  return (
    <form className="form" onSubmit={submit}>
      {change.error !== null && fault === undefined && <Notice kind="bad">{troubleOf(change.error).message}</Notice>}
      <TextField
        label="Name"
        maxLength={200}
        value={name}
        onChange={(value) => setTyped({ name: value, every })}
        hint="Defaults to the address."
        fault={faultOf(change.error, 'body.name')}
      />
      <Select
        label="Poll it"
        value={every}
        options={intervals(kind, pollEverySeconds)}
        onChange={(value) => setTyped({ name, every: value })}
        hint="Automatic polls feeds with frequent news more often, within the limits of the site."
        fault={fault}
      />
      <div className="buttons">
        <Button type="submit" busy={change.busy} why={isChanged ? undefined : 'Nothing has been changed.'}>
          Save the changes
        </Button>
      </div>
    </form>
  )
}
