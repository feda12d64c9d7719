import { faultOf, Refusal } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Choice, TextArea, TextField } from '@service/ui/field.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import type { FormEvent, ReactNode } from 'react'
import type { Act } from '../api/api.ts'
import type { Draft, DraftName, Role } from './model/draft.ts'
import { newName } from './model/draft.ts'

const roleOptions = {
  own: { label: 'Our company', hint: 'Alerts, sentiment and score are about it.' },
  peer: { label: 'A peer', hint: 'Your company is compared with it.' },
  none: { label: 'Not followed', hint: 'It stays in the list and is not used.' },
} as const

/** A subject as it is typed. `onlyRole`: its names belong to the installation. */
export function SubjectForm({
  draft,
  onChange,
  act,
  submit,
  roles,
  onlyRole = false,
  why,
  cancel,
}: {
  draft: Draft
  onChange: (draft: Draft) => void
  act: Act<undefined>
  submit: string
  roles: readonly Role[]
  onlyRole?: boolean
  why?: string | undefined
  cancel?: ReactNode
}) {
  const { error } = act
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  function send(event: FormEvent): void {
    event.preventDefault()
    if (why === undefined) act.run(undefined)
  }
  return (
    <form className="sub-form" onSubmit={send}>
      <RefusalNotice error={error} faultsBelow />
      <Choice
        label="Role"
        options={roles.map((value) => ({ value, ...roleOptions[value] }))}
        value={draft.role}
        onChange={(role) => set({ role })}
        fault={faultOf(error, 'body.role')}
      />
      {!onlyRole && (
        <>
          <TextField
            label="Name"
            required
            maxLength={200}
            autoComplete="off"
            value={draft.name}
            onChange={(name) => set({ name })}
            hint="As people call it. Always searched for."
            fault={faultOf(error, 'body.name')}
          />
          <TextField
            label="Sector"
            required
            maxLength={200}
            autoComplete="off"
            value={draft.sector}
            onChange={(sector) => set({ sector })}
            hint="One word for you and your peers, such as banking."
            fault={faultOf(error, 'body.sector')}
          />
          <Names names={draft.names} onChange={(names) => set({ names })} error={error} />
          <TextArea
            label="Excluded phrases"
            rows={3}
            value={draft.blockers}
            onChange={(blockers) => set({ blockers })}
            hint="Phrases in which a name means something else, one per line: price target, Harrison Ford."
            fault={error instanceof Refusal ? blockerFault(error) : undefined}
          />
        </>
      )}
      <div className="buttons">
        <Button kind="primary" type="submit" busy={act.busy} why={why}>
          {submit}
        </Button>
        {cancel}
      </div>
    </form>
  )
}

const blockerFault = ({ details }: Refusal): string | undefined =>
  details.find(({ path }) => path.startsWith('body.blockers'))?.message

function Names({
  names,
  onChange,
  error,
}: {
  names: readonly DraftName[]
  onChange: (names: readonly DraftName[]) => void
  error: unknown
}) {
  const set = (key: number, part: Partial<DraftName>) =>
    onChange(names.map((name) => (name.key === key ? { ...name, ...part } : name)))
  const sent = names.filter(({ text }) => text.trim() !== '')
  return (
    <fieldset className="field">
      <legend>Other names in the news</legend>
      <ul className="sub-rows">
        {names.map((name, index) => (
          <li key={name.key} className="sub-row">
            <TextField
              label={`Other name ${index + 1}`}
              maxLength={100}
              autoComplete="off"
              value={name.text}
              onChange={(text) => set(name.key, { text })}
              fault={faultOf(error, `body.aliases[${sent.indexOf(name)}]`)}
            />
            <div className="sub-row-options">
              <label>
                <input
                  type="checkbox"
                  checked={name.needsContext}
                  onChange={({ target }) => set(name.key, { needsContext: target.checked })}
                />{' '}
                also another word or name
              </label>
              <label>
                <input
                  type="checkbox"
                  checked={name.caseSensitive}
                  onChange={({ target }) => set(name.key, { caseSensitive: target.checked })}
                />{' '}
                exact spelling only
              </label>
              <Button
                size="small"
                kind="quiet"
                icon="close"
                onClick={() => onChange(names.filter(({ key }) => key !== name.key))}
                aria-label={`Remove other name ${index + 1}`}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <Button
          size="small"
          icon="plus"
          onClick={() => onChange([...names, newName()])}
          why={names.length >= 50 ? 'A subject may have 50 names.' : undefined}
        >
          Add a name
        </Button>
      </div>
    </fieldset>
  )
}
