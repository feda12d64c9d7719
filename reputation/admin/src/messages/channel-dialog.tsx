import { faultOf } from '@service/ui/api/api.ts'
import { Dialog } from '@service/ui/dialog.tsx'
import { Checks, Choice, Select, TextArea, TextField } from '@service/ui/field.tsx'
import { DialogForm } from '@service/ui/settings/dialog-form.tsx'
import { useState } from 'react'
import { call, useAct } from '../api/api.ts'
import { type Channel, hourInWords, kindWords } from './model/words.ts'

const kinds = ['email', 'slack', 'teams'] as const
const severities = [
  { value: 'critical', label: 'critical' },
  { value: 'high', label: 'high' },
] as const
const hours = [
  { value: 'none', label: 'no digest' },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `every day at ${hourInWords(hour)}` })),
]

const addressHints = {
  slack: 'In Slack: Apps, Incoming Webhooks, Add to Slack. Slack shows the address once; it is stored encrypted.',
  teams:
    'In Teams: Workflows, “Post to a channel when a webhook request is received”. The address is stored encrypted.',
}

export default function ChannelDialog({
  channel,
  hasMail,
  onClose,
}: {
  channel?: Channel
  hasMail: boolean
  onClose: () => void
}) {
  const [kind, setKind] = useState(channel?.kind ?? (hasMail ? 'email' : 'slack'))
  const [name, setName] = useState(channel?.name ?? '')
  const [recipients, setRecipients] = useState(channel?.recipients.join('\n') ?? '')
  const [address, setAddress] = useState('')
  const [chosen, setChosen] = useState<readonly ('critical' | 'high')[]>(channel?.severities ?? ['critical', 'high'])
  const [hour, setHour] = useState(channel?.digestHour == null ? 'none' : String(channel.digestHour))
  const body = {
    name,
    severities: chosen,
    digestHour: hour === 'none' ? null : Number(hour),
    ...(kind === 'email' && { recipients: recipients.split(/[\s,;]+/).filter(Boolean) }),
    ...(kind !== 'email' && address !== '' && { address }),
  }
  const save = useAct(
    () =>
      channel
        ? call('changeMessageChannel', { path: { channelId: channel.channelId }, body })
        : call('createMessageChannel', { body: { kind, ...body } }),
    { done: channel ? 'Channel saved' : 'Channel added', onDone: onClose },
  )
  return (
    <Dialog title={channel ? `Change ${channel.name}` : 'Add a channel'} onClose={onClose}>
      <DialogForm act={save} submit={channel ? 'Save' : 'Add the channel'} onClose={onClose}>
        {!channel && (
          <Choice
            label="Kind"
            value={kind}
            onChange={setKind}
            options={kinds
              .filter((one) => hasMail || one !== 'email')
              .map((value) => ({ value, label: kindWords[value] }))}
          />
        )}
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={setName}
          fault={faultOf(save.error, 'body.name')}
        />
        {kind === 'email' ? (
          <TextArea
            label="E-mail addresses"
            hint="One a line, 20 at most. Each new address gets one mail, and no other until its recipient confirms it."
            rows={3}
            required
            value={recipients}
            onChange={setRecipients}
            fault={faultOf(save.error, 'body.recipients')}
          />
        ) : (
          <TextField
            label="Address of the incoming webhook"
            type="url"
            hint={channel ? `Leads to ${channel.host}. Leave empty to keep it.` : addressHints[kind]}
            required={!channel}
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={setAddress}
            fault={faultOf(save.error, 'body.address')}
          />
        )}
        <Checks label="Stories that are sent at once" options={severities} value={chosen} onChange={setChosen} />
        <Select
          label="Digest"
          hint="Alerts of the previous day, in the time zone of the company."
          value={hour}
          onChange={setHour}
          options={hours}
        />
      </DialogForm>
    </Dialog>
  )
}
