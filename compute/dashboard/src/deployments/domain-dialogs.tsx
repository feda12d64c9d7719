import { faultOf, troubleOf } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Copy } from '@service/ui/copy.tsx'
import { Confirm, Dialog, DialogFoot } from '@service/ui/dialog.tsx'
import { Select, TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Facts } from '@service/ui/page.tsx'
import { DialogForm } from '@service/ui/settings/dialog-form.tsx'
import { Time } from '@service/ui/time.tsx'
import { visibleText } from '@service/ui/visible-text.ts'
import { useState } from 'react'
import { type Act, call, useAct, useList } from '../api/api.ts'
import { Certificate, type Domain, DomainState, hostOf, remedyOf, whyOf } from './model/domain.tsx'
import { groups } from './model/search.ts'

type Props = {
  what: 'set' | 'remove' | 'records'
  of: Domain | undefined
  /** The one that is chosen at first. */
  deployment: string | undefined
  /** Absent where the person may not. */
  check: Act<string> | undefined
  onSet: (domain: string) => void
  onClose: () => void
}

/** The dialogs of domains, loaded when one opens. */
export default function DomainDialog({ what, of, ...props }: Props) {
  if (what === 'set' || of === undefined) return <SetDomain of={of} {...props} />
  return what === 'remove' ? <RemoveDomain of={of} {...props} /> : <Records of={of} {...props} />
}

/** A new one, or one that is to lead to another deployment. */
function SetDomain({ of, deployment: given = '', onSet, onClose }: Omit<Props, 'what' | 'check'>) {
  const list = useList(
    'listDeployments',
    { query: { limit: 200, status: [...groups.alive] } },
    ({ deployments }) => deployments,
  )
  const [domain, setDomain] = useState(of?.domain ?? '')
  const [chosen, setChosen] = useState(given)
  const [isMissing, setMissing] = useState(false)
  const deployments = list.data ?? []
  const options = [
    ...(given === '' ? [{ value: '', label: 'Choose one' }] : []),
    ...(given !== '' && !deployments.some((one) => one.deployment_id === given)
      ? [{ value: given, label: given }]
      : []),
    ...deployments.map(({ deployment_id: value, name }) => ({
      value,
      label: name === null ? value : `${visibleText(name)} (${value})`,
    })),
  ]
  const set = useAct(() => call('setDomain', { path: { domain: domain.trim() }, body: { deployment_id: chosen } }), {
    done: of ? 'The domain leads there now' : 'Domain added: set its records',
    onDone: (made) => onSet(made.domain),
  })
  function send(): void {
    setMissing(chosen === '')
    if (chosen !== '') set.run(undefined)
  }
  return (
    <Dialog title={of ? `Lead ${visibleText(of.domain)} elsewhere` : 'Add a domain'} onClose={onClose}>
      <DialogForm act={{ ...set, run: send }} onClose={onClose} submit={of ? 'Lead it there' : 'Add the domain'}>
        {of === undefined && (
          <TextField
            label="Domain"
            hint="A name that you can set records for, such as app.example.com."
            required
            maxLength={253}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={domain}
            onChange={setDomain}
            fault={faultOf(set.error, 'path.domain')}
          />
        )}
        <Select
          label="Deployment"
          hint="It can lead to another one later, without another proof."
          options={options}
          value={chosen}
          onChange={setChosen}
          fault={isMissing && chosen === '' ? 'Choose a deployment.' : faultOf(set.error, 'body.deployment_id')}
        />
      </DialogForm>
    </Dialog>
  )
}

/** What to set at the provider of the domain, and what the last check found. */
function Records({ of, check, onClose }: { of: Domain } & Pick<Props, 'check' | 'onClose'>) {
  const { domain, status, reason, record_name: name, record_text: text, checked_at: at } = of
  const isServed = status === 'active' || status === 'failing'
  return (
    <Dialog title={visibleText(domain)} onClose={onClose}>
      <Notice kind={status === 'active' && reason === null ? 'good' : isServed ? 'warn' : undefined}>
        <DomainState status={status} />. {whyOf(of)}{' '}
        {reason === null && status === 'active' ? 'Leave both records where they are.' : remedyOf(of)}
        {status === 'failing' && ' It is served for three days after the record went missing.'}
      </Notice>
      {check !== undefined && check.error !== null && <Notice kind="bad">{troubleOf(check.error).message}</Notice>}
      <Facts
        facts={[
          ['TXT record', <Record key="name" what="name of the TXT record" text={name} />],
          ['Its text', <Record key="text" what="text of the TXT record" text={text} />],
          ['CNAME record', <Record key="domain" what="domain" text={domain} />],
          ['Leads to', <Record key="host" what="target of the CNAME record" text={hostOf(of)} />],
          ...(of.certificate_status === null
            ? []
            : [['Certificate', <Certificate key="certificate" of={of} />] as const]),
          ['Checked', at === null ? 'not yet' : <Time key="at" at={at} form="full" />],
        ]}
      />
      <p className="small muted">
        The TXT record proves that the domain is yours, and is looked for again and again. Where the domain itself can
        have no CNAME record, as example.com, set A and AAAA records with the addresses of {visibleText(hostOf(of))}.
      </p>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {check && (
          <Button kind="primary" busy={check.busy} onClick={() => check.run(domain)}>
            Check now
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

const Record = ({ what, text }: { what: string; text: string }) => (
  <span className="endpoint">
    <code>{visibleText(text)}</code>
    <Copy text={text} what={what} />
  </span>
)

function RemoveDomain({ of: { domain }, onClose }: { of: Domain; onClose: () => void }) {
  const remove = useAct(() => call('removeDomain', { path: { domain } }), { done: 'Domain removed', onDone: onClose })
  return (
    <Confirm
      title="Remove the domain?"
      act="Remove the domain"
      busy={remove.busy}
      onAct={() => remove.run(undefined)}
      onClose={onClose}
    >
      {remove.error !== null && <Notice kind="bad">{troubleOf(remove.error).message}</Notice>}
      <p className="dialog-words">
        {visibleText(domain)} leads here no more. To add it again you need a new TXT record; remove the old records at
        its provider.
      </p>
    </Confirm>
  )
}
