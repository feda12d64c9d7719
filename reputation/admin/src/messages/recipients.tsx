import { Button } from '@service/ui/button.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { State } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { call, useAct } from '../api/api.ts'
import type { Channel } from './model/words.ts'

type Recipient = Channel['recipientStates'][number]

/** Who gets the mails of a channel: those who have confirmed their address. */
export function Recipients({ recipients }: { recipients: readonly Recipient[] }) {
  const again = useAct((recipientId: string) => call('requestConfirmation', { path: { recipientId } }), {
    done: 'The request is sent again',
  })
  return (
    <>
      <ul className="small">
        {recipients.map((one) => (
          <li key={one.recipientId}>
            {one.address} <RecipientState recipient={one} />{' '}
            {one.state === 'waiting' && one.requestDueAt === null && (
              <Button size="small" busy={again.busy} onClick={() => again.run(one.recipientId)}>
                Ask again<span className="hidden-visually"> {one.address}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RefusalNotice error={again.error} />
    </>
  )
}

function RecipientState({ recipient: { state, error, requestedAt } }: { recipient: Recipient }) {
  if (state === 'confirmed') return <State kind="good">confirmed</State>
  if (state === 'stopped') return <State kind="off">stopped by them</State>
  return (
    <>
      <State kind={error === null ? 'moving' : 'bad'}>{error === null ? 'to be confirmed' : 'not asked yet'}</State>{' '}
      <span className="muted">
        {error ??
          (requestedAt !== null && (
            <>
              asked <Time at={requestedAt} form="ago" />
            </>
          ))}
      </span>
    </>
  )
}
