import { lazy, Suspense, useState } from 'react'
import { Shown, troubleOf, useAct } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Copy } from '../copy.tsx'
import { Confirm, Dialog, DialogFoot } from '../dialog.tsx'
import { TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { counted } from '../numbers.ts'
import { Panel, Section } from '../page.tsx'
import { State } from '../state.tsx'
import { Time } from '../time.tsx'
import { DialogForm } from './dialog-form.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

type State_ = AccountOutput<'getSecondFactor'>
type Begun = AccountOutput<'beginSecondFactor'>

/** A code of an app beside the password. */
export function SecondFactor() {
  const live = account.useLive('getSecondFactor', {})
  return (
    <Section title="Second factor">
      <Panel>
        <Shown live={live}>{(state) => <Content state={state} />}</Shown>
      </Panel>
    </Section>
  )
}

function Content({ state: { isOn, since, recoveryCodesLeft } }: { state: State_ }) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isRemoving, setRemoving] = useState(false)
  const begin = useAct(() => account.call('beginSecondFactor', {}), { onDone: setBegun })
  const renew = useAct(() => account.call('renewRecoveryCodes', {}), {
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  const remove = useAct(() => account.call('removeSecondFactor', {}), {
    done: 'Second factor removed',
    onDone: () => setRemoving(false),
  })
  const error = begin.error ?? renew.error ?? remove.error
  return (
    <>
      {error !== null && <Notice kind="bad">{troubleOf(error).message}</Notice>}
      {isOn ? (
        <p>
          <State kind="good">on</State> since {since !== null && <Time at={since} />}.{' '}
          {recoveryCodesLeft === 0
            ? 'No recovery codes are left: make new ones.'
            : `${counted(recoveryCodesLeft, 'recovery code')} left.`}
        </p>
      ) : (
        <p>
          Off. With a code of an app on your phone beside the password, somebody who has learnt the password still
          cannot sign in.
        </p>
      )}
      <div className="buttons">
        {isOn ? (
          <>
            <Button busy={renew.busy} onClick={() => renew.run(undefined)}>
              Make new recovery codes
            </Button>
            <Button onClick={() => setRemoving(true)}>Remove</Button>
          </>
        ) : (
          <Button busy={begin.busy} onClick={() => begin.run(undefined)}>
            Set one up
          </Button>
        )}
      </div>
      {begun && <Enrol begun={begun} onClose={() => setBegun(undefined)} onCodes={setCodes} />}
      {codes && <Codes codes={codes} onClose={() => setCodes(undefined)} />}
      {isRemoving && (
        <Confirm
          title="Remove the second factor?"
          act="Remove it"
          busy={remove.busy}
          onAct={() => remove.run(undefined)}
          onClose={() => setRemoving(false)}
        >
          <p>Your password alone will be asked for. Your recovery codes go with it.</p>
        </Confirm>
      )}
    </>
  )
}

function Enrol({
  begun: { secret, uri },
  onClose,
  onCodes,
}: {
  begun: Begun
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const [code, setCode] = useState('')
  const confirm = useAct(() => account.call('confirmSecondFactor', { body: { code } }), {
    done: 'Second factor is on',
    onDone: ({ recoveryCodes }) => {
      onClose()
      onCodes(recoveryCodes)
    },
  })
  return (
    <Dialog title="Set up a second factor" onClose={onClose}>
      <p>
        In your authenticator app, add an account and scan this code. On this device,{' '}
        <a href={uri}>open it in the app</a>.
      </p>
      <div className="qr-code">
        <Suspense>
          <QrCode text={uri} label="QR code of the key below" />
        </Suspense>
      </div>
      <p>Or type this key into the app:</p>
      <code className="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      <p>
        <Copy text={secret} what="key" />
      </p>
      <p>Then type the six digits that the app shows.</p>
      <DialogForm act={confirm} onClose={onClose} submit="Turn it on">
        <TextField
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          onChange={setCode}
        />
      </DialogForm>
    </Dialog>
  )
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <p>
        Each stands in for a code of the app, once. They are shown now and never again: print them, or keep them where
        you keep passwords.
      </p>
      <pre className="secret">{codes.join('\n')}</pre>
      <DialogFoot>
        <Copy text={codes.join('\n')} what="codes" />
        <Button kind="primary" onClick={onClose}>
          I have stored them
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
