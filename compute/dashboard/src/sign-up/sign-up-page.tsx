import { faultOf, Shown, troubleOf } from '@service/ui/api/api.ts'
import { thisApp } from '@service/ui/app/app.ts'
import { Button } from '@service/ui/button.tsx'
import { Code, Secret } from '@service/ui/code.tsx'
import { TextField } from '@service/ui/field.tsx'
import { Notice } from '@service/ui/notice.tsx'
import { Outside } from '@service/ui/session/session.ts'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, type Output, useAct, useLive } from '../api/api.ts'

type Made = Output<'signUp'>

/** The whole of signing up on one page: a company with its owner, the first key, and a command that deploys. */
export function SignUpPage() {
  const [invitation] = useState(takeInvitation)
  const [made, setMade] = useState<Made>()
  const live = useLive('getSignUp', {}, { everyMs: 300_000, enabled: !made })
  if (made) return <Welcome made={made} />
  return (
    <Outside title="Create a free account" note="10 GPU-hours each month. No card, no e-mail to wait for.">
      <Shown live={live}>
        {({ mode }) =>
          mode === 'open' || (mode === 'invite' && invitation !== '') ? (
            <SignUpForm invitation={invitation} onMade={setMade} />
          ) : (
            <Notice kind="warn">
              {mode === 'invite'
                ? 'Signing up needs an invitation here. Ask the operator for one.'
                : 'Sign-up is closed. Ask the operator for an account.'}
            </Notice>
          )
        }
      </Shown>
      <p>
        Already have an account? <Link to="/">Sign in</Link>
      </p>
    </Outside>
  )
}

function SignUpForm({ invitation, onMade }: { invitation: string; onMade: (made: Made) => void }) {
  const [name, setName] = useState('')
  const [company, setCompany] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signUp = useAct(
    () =>
      call('signUp', {
        body: {
          name,
          company,
          email,
          password,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(invitation !== '' && { invitation }),
        },
      }),
    { onDone: onMade },
  )
  const fault = (field: string) => faultOf(signUp.error, `body.${field}`)
  const isSaid = ['name', 'company', 'email', 'password'].some((field) => fault(field) !== undefined)
  const said = (field: string) => {
    const words = fault(field)
    return words === undefined ? undefined : `This ${words}.`
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    signUp.run(undefined)
  }
  return (
    <form className="form" onSubmit={submit}>
      {signUp.error !== null && !isSaid && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(signUp.error).message}</Notice>
        </div>
      )}
      <TextField
        label="Your name"
        autoComplete="name"
        required
        maxLength={200}
        value={name}
        onChange={setName}
        fault={said('name')}
      />
      <TextField
        label="Company"
        autoComplete="organization"
        required
        maxLength={200}
        value={company}
        onChange={setCompany}
        fault={said('company')}
      />
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={setEmail}
        fault={said('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        hint="At least 12 characters. Several unrelated words work best."
        value={password}
        onChange={setPassword}
        fault={said('password')}
      />
      <div className="buttons">
        <Button type="submit" kind="primary" busy={signUp.busy}>
          Create the account
        </Button>
      </div>
    </form>
  )
}

function Welcome({ made: { person, first_key: first } }: { made: Made }) {
  const body = { gpu_type: 'H100', count: 1, region: 'global', carbon_aware: true, image: 'nginx:alpine' }
  const command = [
    `curl -X POST ${window.location.origin}/v1/compute/deploy \\`,
    `  -H 'Authorization: Bearer ${first.secret}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n')
  return (
    <Outside
      title="Your first key"
      note={`You are signed in as ${person.user.name}, ${person.role} of ${person.company.name}. A program deploys with this key:`}
    >
      <Code what="command that deploys" text={command} />
      <Secret
        secret={first.secret}
        what="key"
        onStored={() => window.location.replace(`${thisApp().path}/`)} // a new page: nothing of the key stays in memory
      />
    </Outside>
  )
}

/** Stands behind the `#`, and is taken out of the address. */
function takeInvitation(): string {
  const invitation = window.location.hash.slice(1)
  if (invitation !== '') window.history.replaceState(null, '', window.location.pathname)
  return invitation
}
