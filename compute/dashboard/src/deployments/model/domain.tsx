import { State, type StateKind } from '@service/ui/state.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import type { Output } from '../../api/api.ts'

export type Domain = Output<'listDomains'>['domains'][number]

const states: Readonly<Record<string, readonly [StateKind, string]>> = {
  pending: ['info', 'It waits for its TXT record.'],
  active: ['good', 'It leads here.'],
  failing: ['warn', 'It leads here for three days after the record went missing.'],
  disabled: ['bad', 'It does not lead here.'],
}

/** Icon and the API's own word. */
export const DomainState = ({ status }: { status: string }) => (
  <State kind={states[status]?.[0] ?? 'info'}>{status}</State>
)

const reasons: Readonly<Record<string, string>> = {
  record_missing: 'Its TXT record is not found.',
  record_differs: 'Its TXT record has other text.',
  held_by_another: 'Another company has proved control of it.',
  dns_unavailable: 'It could not be checked.',
}

/** In a sentence: what the last check found, or else what the status means. */
export const whyOf = ({ status, reason, message }: Domain): string =>
  reason === null ? (states[status]?.[1] ?? '') : (reasons[reason] ?? message ?? reason)

const remedies: Readonly<Record<string, string>> = {
  record_missing: 'Set the TXT record below at the provider of the domain. A new record may take an hour to be seen.',
  record_differs: 'Add the text below to the TXT record. It may stand beside others.',
  held_by_another:
    'If the domain is yours, remove the TXT record of the other company at your provider, and set the one below.',
  dns_unavailable:
    'No name server could be asked. This does not count against the domain, and is tried again within ten minutes. If it lasts, ' +
    'see whether the name servers of the domain respond.',
}

/** What to do about it. */
export const remedyOf = ({ reason }: Domain): string =>
  (reason === null ? undefined : remedies[reason]) ?? 'Set both records at the provider of the domain.'

/** What a CNAME record names. */
export const hostOf = ({ endpoint }: Domain): string => endpoint.replace(/:\d+$/, '')

const certificateKinds: Readonly<Record<string, StateKind>> = { ordering: 'moving', issued: 'good', failing: 'warn' }

/** Where the certificate for HTTPS is; nothing where the service orders none. */
export function Certificate({ of }: { of: Domain }) {
  const { certificate_status: status, certificate_message: message, certificate_expires_at: expiresAt } = of
  if (status === null) return null
  return (
    <>
      <State kind={certificateKinds[status] ?? 'info'}>{status}</State>
      {expiresAt !== null && (
        <>
          , valid until <Time at={expiresAt} form="day" />
        </>
      )}
      {message !== null && <div className="small muted">{visibleText(message)}</div>}
    </>
  )
}
