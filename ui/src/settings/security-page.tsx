import { type FormEvent, useState } from 'react'
import { faultOf, Shown, troubleOf, Updated, useAct } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { counted } from '../numbers.ts'
import { Page, Panel, Section } from '../page.tsx'
import { isFactorNeeded, KnownAccount, SecondFactorField, useSecondFactor, useSession } from '../session/session.ts'
import { State } from '../state.tsx'
import { Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { Assistants } from './assistants.tsx'
import { browserName } from './browser-name.ts'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'

type OwnSession = AccountOutput<'listSessions'>['sessions'][number]

export function SecurityPage() {
  const { user } = useSession()
  const live = account.useLive('listSessions', {})
  return (
    <Page
      title="Security"
      note={
        <>
          How <bdi>{user.email}</bdi> signs in, and where.
        </>
      }
      actions={<Updated live={live} />}
    >
      <Section title="Where you are signed in">
        <Shown live={live}>{({ sessions }) => <Sessions sessions={sessions} />}</Shown>
      </Section>
      <Section title={user.hasPassword ? 'Change your password' : 'Choose a password'}>
        <Panel>
          <PasswordForm />
        </Panel>
      </Section>
      <Passkeys />
      <SecondFactor />
      <Assistants />
    </Page>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const end = useAct((sessionId: string) => account.call('endSession', { path: { sessionId } }), {
    done: 'Session ended',
  })
  const endOthers = useAct(() => account.call('endOtherSessions', {}), {
    done: ({ ended }) => `${counted(ended, 'session')} ended`,
  })
  const others = sessions.length - 1
  const error = end.error ?? endOthers.error
  return (
    <>
      {error !== null && <Notice kind="bad">{troubleOf(error).message}</Notice>}
      <Table
        caption="Your sessions"
        captionHidden
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Browser',
            cell: ({ userAgent, address }) => (
              <>
                {browserName(userAgent)}
                <div className="small muted">{address ?? 'address not known'}</div>
              </>
            ),
          },
          { head: 'Signed in', only: 'wide', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { head: 'Last used', nowrap: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} form="ago" /> },
          { head: 'Ends', only: 'wide', cell: ({ endsAt }) => <Time at={endsAt} form="ago" /> },
          {
            head: 'Action',
            align: 'end',
            cell: ({ id, current, userAgent }) =>
              current ? (
                <State kind="good">this one</State>
              ) : (
                <Button
                  size="small"
                  busy={end.busy}
                  onClick={() => end.run(id)}
                  aria-label={`End the session in ${browserName(userAgent)}`}
                >
                  End
                </Button>
              ),
          },
        ]}
        foot={
          <Button
            size="small"
            busy={endOthers.busy}
            why={others > 0 ? undefined : 'You are signed in nowhere else.'}
            onClick={() => endOthers.run(undefined)}
          >
            {others > 0 ? `End ${counted(others, 'other session')}` : 'End the others'}
          </Button>
        }
      />
    </>
  )
}

function PasswordForm() {
  const { user } = useSession()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const factor = useSecondFactor()
  const change = useAct(
    () =>
      factor.watch(
        account.call('changePassword', { body: { password, ...(user.hasPassword && { current }), ...factor.given } }),
      ),
    {
      done: 'Password saved. Your other sessions and grants to assistants have ended.',
      onDone: () => {
        setCurrent('')
        setPassword('')
        factor.setCode('')
      },
    },
  )
  const fault = faultOf(change.error, 'body.password')
  function submit(event: FormEvent): void {
    event.preventDefault()
    change.run(undefined)
  }
  return (
    <form className="form" onSubmit={submit}>
      {change.error !== null && fault === undefined && !isFactorNeeded(change.error) && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(change.error).message}</Notice>
        </div>
      )}
      <KnownAccount email={user.email} />
      {user.hasPassword && (
        <TextField
          label="Password now"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
        />
      )}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        hint="At least 12 characters. Several unrelated words work best. Your other sessions end."
        fault={fault === undefined ? undefined : `The password ${fault}.`}
        value={password}
        onChange={setPassword}
      />
      <SecondFactorField factor={factor} />
      <div className="buttons">
        <Button type="submit" kind="primary" busy={change.busy}>
          Save the password
        </Button>
      </div>
    </form>
  )
}
