import { type FormEvent, useState } from 'react'
import { Refusal, Shown, troubleOf, useAct } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Copy } from '../copy.tsx'
import { Confirm } from '../dialog.tsx'
import { Check, Select, TextArea, TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { Facts, Panel, Section } from '../page.tsx'
import { useSession } from '../session/session.ts'
import { State } from '../state.tsx'
import { Time } from '../time.tsx'
import { rolesUpTo } from './roles.ts'

type SignOnState = AccountOutput<'getSingleSignOn'>
type SignOn = NonNullable<SignOnState['singleSignOn']>

/** How the people of the company sign in by its own sign-in service. */
export function SingleSignOn() {
  const live = account.useLive('getSingleSignOn', {})
  return (
    <Section title="Single sign-on">
      <Shown live={live}>{(state) => <Content state={state} />}</Shown>
    </Section>
  )
}

function Content({ state: { singleSignOn, redirectUri } }: { state: SignOnState }) {
  return (
    <>
      <p className="muted">
        The people of your company sign in by its own sign-in service (OpenID Connect), and have accounts and roles here
        by it. Register this service there with the redirect address below.
      </p>
      {singleSignOn && <Domain signOn={singleSignOn} />}
      <Panel>
        <Facts facts={[['Redirect address', <Copied key="uri" text={redirectUri} what="address" />]]} />
        <Form key={singleSignOn?.domain} known={singleSignOn} />
      </Panel>
    </>
  )
}

const Copied = ({ text, what }: { text: string; what: string }) => (
  <>
    <code>{text}</code> <Copy text={text} what={what} />
  </>
)

function Domain({ signOn: { domain, domainVerifiedAt, record } }: { signOn: SignOn }) {
  const [isRemoving, setRemoving] = useState(false)
  const verify = useAct(() => account.post('/auth/single-sign-on/verify-domain', {}), { done: 'Domain verified' })
  const remove = useAct(() => account.call('removeSingleSignOn', {}), {
    done: 'Single sign-on removed',
    onDone: () => setRemoving(false),
  })
  const error = verify.error ?? remove.error
  return (
    <Panel>
      {error !== null && <Notice kind="bad">{troubleOf(error).message}</Notice>}
      {domainVerifiedAt === null ? (
        <>
          <p>
            <State kind="warn">waits</State> Show that {domain} is yours: publish this TXT record in its DNS, then
            verify it. Until then nobody signs in so.
          </p>
          <Facts
            facts={[
              ['Name', <Copied key="name" text={record.name} what="name" />],
              ['Text', <Copied key="text" text={record.text} what="text" />],
            ]}
          />
        </>
      ) : (
        <p>
          <State kind="good">on</State> for addresses at {domain}, verified <Time at={domainVerifiedAt} />.
        </p>
      )}
      <div className="buttons">
        {domainVerifiedAt === null && (
          <Button kind="primary" busy={verify.busy} onClick={() => verify.run(undefined)}>
            Verify the domain
          </Button>
        )}
        <Button onClick={() => setRemoving(true)}>Remove single sign-on</Button>
      </div>
      {isRemoving && (
        <Confirm
          title="Remove single sign-on?"
          act="Remove it"
          busy={remove.busy}
          onAct={() => remove.run(undefined)}
          onClose={() => setRemoving(false)}
        >
          <p>People stay, with their roles. Who has no password needs a link from an administrator to choose one.</p>
        </Confirm>
      )}
    </Panel>
  )
}

const linesOf = (pairs: SignOn['groupRoles']): string => pairs.map(({ group, role }) => `${group} = ${role}`).join('\n')

const pairsOf = (lines: string): { group: string; role: string }[] =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const end = line.lastIndexOf('=')
      return { group: line.slice(0, end < 0 ? undefined : end).trim(), role: end < 0 ? '' : line.slice(end + 1).trim() }
    })

function useForm(known: SignOn | null) {
  const { user } = useSession()
  const [issuer, setIssuer] = useState(known?.issuer ?? '')
  const [clientId, setClientId] = useState(known?.clientId ?? '')
  const [secret, setSecret] = useState('')
  const [domain, setDomain] = useState(known?.domain ?? '')
  const [groupClaim, setGroupClaim] = useState(known?.groupClaim ?? 'groups')
  const [groups, setGroups] = useState(linesOf(known?.groupRoles ?? []))
  const [defaultRole, setDefaultRole] = useState(known ? (known.defaultRole ?? '') : 'viewer')
  const [isRequired, setRequired] = useState(known?.requiredExcept != null)
  const body = {
    ...{ issuer, clientId, domain, groupClaim, groupRoles: pairsOf(groups) },
    ...(secret !== '' && { secret }),
    ...(defaultRole !== '' && { defaultRole }),
    ...(isRequired && { requiredExcept: known?.requiredExcept ?? user.id }),
  }
  const save = useAct(() => account.post('/auth/single-sign-on/configure', body), {
    done: 'Single sign-on saved',
    onDone: () => setSecret(''),
  })
  const fields = { issuer, setIssuer, clientId, setClientId, secret, setSecret, domain, setDomain }
  const rules = { groupClaim, setGroupClaim, groups, setGroups, defaultRole, setDefaultRole, isRequired, setRequired }
  return { ...fields, ...rules, save }
}

function Form({ known }: { known: SignOn | null }) {
  const { role } = useSession()
  const form = useForm(known)
  const roles = rolesUpTo(role).filter((one) => one.role !== 'owner')
  function submit(event: FormEvent): void {
    event.preventDefault()
    form.save.run(undefined)
  }
  return (
    <form className="form" onSubmit={submit}>
      {form.save.error !== null && (
        <div role="alert">
          <Notice kind="bad">{messageOf(form.save.error)}</Notice>
        </div>
      )}
      <TextField
        label="Issuer"
        type="url"
        required
        maxLength={500}
        hint="The address of your sign-in service, as its metadata say it."
        value={form.issuer}
        onChange={form.setIssuer}
      />
      <TextField label="Client id" required maxLength={200} value={form.clientId} onChange={form.setClientId} />
      <TextField
        label="Client secret"
        type="password"
        autoComplete="off"
        required={known === null}
        maxLength={500}
        hint={
          known === null ? 'It is stored sealed, and shown to nobody.' : 'Leave it empty to keep the one of before.'
        }
        value={form.secret}
        onChange={form.setSecret}
      />
      <TextField
        label="Domain of e-mail addresses"
        required
        maxLength={253}
        spellCheck={false}
        hint="Of the people who sign in so, such as example.com."
        value={form.domain}
        onChange={form.setDomain}
      />
      <TextField
        label="Claim with the groups"
        required
        maxLength={100}
        value={form.groupClaim}
        onChange={form.setGroupClaim}
      />
      <TextArea
        label="Roles of groups"
        rows={4}
        hint={`One a line: Group = role. Roles are ${roles.map((one) => one.role).join(', ')}; the highest counts, from the next sign-in on.`}
        value={form.groups}
        onChange={form.setGroups}
      />
      <Select
        label="Role of everybody else"
        value={form.defaultRole}
        onChange={form.setDefaultRole}
        options={[
          { value: '', label: 'none: they are refused' },
          ...roles.map((one) => ({ value: one.role, label: one.role })),
        ]}
      />
      {known?.domainVerifiedAt != null && (
        <Check
          label="Everybody signs in by single sign-on alone"
          hint="But for one owner, you unless another is set: in case your sign-in service fails. All other sessions end."
          checked={form.isRequired}
          onChange={form.setRequired}
        />
      )}
      <div className="buttons">
        <Button type="submit" kind="primary" busy={form.save.busy}>
          Save the provider
        </Button>
      </div>
    </form>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Refusal && error.details.length > 0
    ? error.details.map(({ path, message }) => `${path.replace(/^body\./, '')} ${message}`).join('; ')
    : troubleOf(error).message
