import { Shown, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Confirm } from '@service/ui/dialog.tsx'
import { Menu, MenuButton } from '@service/ui/menu.tsx'
import { Empty, Notice } from '@service/ui/notice.tsx'
import { Page, Section } from '@service/ui/page.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { State, type StateKind } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { lazy, Suspense, useState } from 'react'
import { call, type Output, useAct, useLive } from '../api/api.ts'
import { type Channel, kindWords, whatIsSent } from './model/words.ts'
import { Recipients } from './recipients.tsx'

const ChannelDialog = lazy(() => import('./channel-dialog.tsx'))

type Listed = Output<'listMessageChannels'>
type Asked = { dialog: 'new' } | { dialog: 'change' | 'delete'; channel: Channel }

export function MessagesPage() {
  const live = useLive(
    'listMessageChannels',
    {},
    { isMoving: ({ messages }) => messages.some(({ state, tries }) => state === 'due' && tries === 0) },
  )
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAsked({ dialog: 'new' })}>
      Add a channel
    </Button>
  )
  return (
    <Page
      title="Messages"
      note="How people receive alerts: e-mail, Slack and Teams. Systems receive them by webhooks."
      actions={
        <>
          <Updated live={live} />
          {live.data && live.data.channels.length > 0 && add}
        </>
      }
    >
      <Shown live={live}>
        {(listed) => (
          <>
            {listed.mailFrom === null && (
              <Notice>
                E-mail is not set up: the operator of the service has to set <code>REPUTATION_SMTP_URL</code>. Slack and
                Teams work.
              </Notice>
            )}
            {listed.channels.length === 0 ? (
              <Empty title="No channels yet" actions={add}>
                A channel delivers alerts to people: e-mail addresses, or a channel in Slack or Teams. Choose which
                severities are sent at once, and whether there is a daily digest.
              </Empty>
            ) : (
              <Channels listed={listed} ask={setAsked} />
            )}
            {listed.messages.length > 0 && (
              <Section title="Last messages">
                <LastMessages listed={listed} />
              </Section>
            )}
            <Suspense>
              {asked?.dialog === 'new' && <ChannelDialog hasMail={listed.mailFrom !== null} onClose={close} />}
              {asked?.dialog === 'change' && (
                <ChannelDialog channel={asked.channel} hasMail={listed.mailFrom !== null} onClose={close} />
              )}
            </Suspense>
            {asked?.dialog === 'delete' && <DeleteChannel channel={asked.channel} onClose={close} />}
          </>
        )}
      </Shown>
    </Page>
  )
}

function Channels({ listed: { channels }, ask }: { listed: Listed; ask: (asked: Asked) => void }) {
  const test = useAct((channelId: string) => call('testMessageChannel', { path: { channelId } }), {
    done: ({ sent, error }) => (sent ? 'Test sent' : `The test was not sent: ${error}`),
  })
  const enable = useAct(
    ({ channelId, enabled }: Pick<Channel, 'channelId' | 'enabled'>) =>
      call('changeMessageChannel', { path: { channelId }, body: { enabled } }),
    { done: ({ enabled }) => (enabled ? 'Channel switched on' : 'Channel switched off') },
  )
  const error = test.error ?? enable.error
  const columns: readonly Column<Channel>[] = [
    {
      head: 'Channel',
      cell: ({ name, kind, host, recipientStates }) => (
        <>
          <div>{name}</div>
          <div className="small muted">
            {kindWords[kind]}
            {host !== null && `: ${host}`}
          </div>
          {recipientStates.length > 0 && <Recipients recipients={recipientStates} />}
        </>
      ),
    },
    { head: 'Gets', cell: whatIsSent, only: 'wide' },
    {
      head: 'State',
      cell: ({ enabled, failingSince, lastError, lastSentAt }) =>
        !enabled ? (
          <State kind="off">off</State>
        ) : failingSince !== null ? (
          <>
            <State kind="bad">failing</State>
            <div className="small muted">
              since <Time at={failingSince} />: {lastError}
            </div>
          </>
        ) : lastSentAt === null ? (
          <span className="small muted">nothing sent yet</span>
        ) : (
          <>
            <State kind="good">sent</State>
            <div className="small muted">
              last <Time at={lastSentAt} form="ago" />
            </div>
          </>
        ),
    },
    {
      head: 'Actions',
      cell: (channel) => (
        <div className="buttons">
          <Button size="small" busy={test.busy} onClick={() => test.run(channel.channelId)}>
            Test
          </Button>
          <Menu label={`More for ${channel.name}`} icon="more" iconOnly>
            <MenuButton onClick={() => ask({ dialog: 'change', channel })}>Change …</MenuButton>
            <MenuButton onClick={() => enable.run({ channelId: channel.channelId, enabled: !channel.enabled })}>
              {channel.enabled ? 'Switch off' : 'Switch on'}
            </MenuButton>
            <MenuButton kind="danger" onClick={() => ask({ dialog: 'delete', channel })}>
              Delete …
            </MenuButton>
          </Menu>
        </div>
      ),
    },
  ]
  return (
    <>
      <RefusalNotice error={error} />
      <Table caption="Channels" captionHidden rows={channels} keyOf={({ channelId }) => channelId} columns={columns} />
    </>
  )
}

function DeleteChannel({ channel: { channelId, name }, onClose }: { channel: Channel; onClose: () => void }) {
  const act = useAct(() => call('deleteMessageChannel', { path: { channelId } }), {
    done: 'Channel deleted',
    onDone: onClose,
  })
  return (
    <Confirm
      title={`Delete ${visibleText(name)}?`}
      act="Delete the channel"
      busy={act.busy}
      onAct={() => act.run(undefined)}
      onClose={onClose}
    >
      <p>Nothing more is sent there, and waiting messages are deleted.</p>
      <RefusalNotice error={act.error} />
    </Confirm>
  )
}

type Sent = Listed['messages'][number]
const states: Record<Sent['state'], StateKind> = { due: 'moving', sent: 'good', failed: 'bad', skipped: 'off' }

const LastMessages = ({ listed: { messages, channels } }: { listed: Listed }) => (
  <Table
    caption="Last messages"
    captionHidden
    rows={messages}
    keyOf={({ messageId }) => messageId}
    columns={[
      { head: 'Created', cell: ({ madeAt }) => <Time at={madeAt} />, nowrap: true },
      { head: 'Kind', cell: ({ kind }) => kind },
      {
        head: 'Channel',
        cell: ({ channelId }) => channels.find((one) => one.channelId === channelId)?.name,
        only: 'wide',
      },
      {
        head: 'State',
        cell: ({ state, error, tries }) => (
          <>
            <State kind={states[state]}>{state}</State>
            <div className="small muted">
              {error}
              {state === 'due' && tries > 0 && `; tried ${tries} times, and again later`}
            </div>
          </>
        ),
      },
    ]}
  />
)
