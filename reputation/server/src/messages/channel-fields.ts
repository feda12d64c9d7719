import { InputFaults } from '@service/foundation/input-faults.ts'
import type { Severity } from '@service/reputation-domain/alerts/level.ts'
import { type ChannelKind, maxRecipients } from './model/channel.ts'

/** What is set of a channel; `address` is the secret one of Slack and Teams. */
export type ChannelFields = {
  name?: string
  recipients?: readonly string[]
  address?: string
  severities?: readonly Severity[]
  digestHour?: number | null
  enabled?: boolean
}

type Checks = { hasMail: boolean; faultOf: (url: string) => Promise<string | undefined> }

/** Throws a `Problem` that names every fault. `isNew`: nothing that its kind needs may be missing. */
export async function checkFields(
  kind: ChannelKind,
  fields: ChannelFields,
  { hasMail, faultOf }: Checks,
  isNew: boolean,
): Promise<void> {
  const faults = new InputFaults()
  const { name, recipients, address } = fields
  if (name !== undefined) faults.displayName('body.name', name)
  if (kind === 'email') {
    if (!hasMail) faults.add('body.kind', 'cannot be `email`: the operator has set up no mail server')
    if (address !== undefined) faults.add('body.address', 'is of Slack and Teams alone')
    if (isNew && recipients === undefined) faults.add('body.recipients', 'is needed')
  } else {
    if (recipients !== undefined) faults.add('body.recipients', 'is of e-mail alone')
    if (isNew && address === undefined) faults.add('body.address', 'is needed')
  }
  if (recipients !== undefined) checkRecipients(faults, recipients)
  const fault = address === undefined ? undefined : await faultOf(address)
  if (fault !== undefined) faults.add('body.address', fault)
  faults.throwIfAny()
}

function checkRecipients(faults: InputFaults, recipients: readonly string[]): void {
  if (recipients.length === 0 || recipients.length > maxRecipients)
    faults.add('body.recipients', `must have 1 to ${maxRecipients} addresses`)
  const wrong = recipients.find(
    (one) => !/^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,190}$/u.test(one),
  )
  if (wrong !== undefined) faults.add('body.recipients', 'must be e-mail addresses, without names')
  if (new Set(recipients.map((one) => one.toLowerCase())).size < recipients.length)
    faults.add('body.recipients', 'must have each address once')
}
