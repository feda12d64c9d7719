import { faultOf, Refusal } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { TextField } from '@service/ui/field.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, type Output, useAct } from '../api/api.ts'
import { useSession } from '../session/session.ts'
import { Step } from './step.tsx'

export const SubjectStep = ({ subject }: { subject: Output<'getSubject'> | undefined }) => (
  <Step number={1} title="Set up your company" isDone={subject !== undefined}>
    {subject ? (
      <p>
        You are{' '}
        <Link to="/subjects/$subjectId" params={{ subjectId: subject.subjectId }}>
          <bdi>{subject.name}</bdi>
        </Link>
        , searched for as <bdi>{subject.aliases.map(({ text }) => text).join(', ')}</bdi>.
      </p>
    ) : (
      <SubjectForm />
    )}
  </Step>
)

function SubjectForm() {
  const { company } = useSession()
  const [name, setName] = useState(company.name)
  const [sector, setSector] = useState('')
  const [others, setOthers] = useState('')
  const create = useAct(
    () => {
      const aliases = others.split(',').flatMap((text) => (text.trim() === '' ? [] : [{ text: text.trim() }]))
      return call('createSubject', {
        body: {
          name: name.trim(),
          sector: sector.trim(),
          role: 'own',
          ...(aliases.length > 0 && { aliases: [{ text: name.trim() }, ...aliases] }),
        },
      })
    },
    { done: ({ name }) => `${name} is searched for from now on` },
  )
  const { error } = create
  function submit(event: FormEvent): void {
    event.preventDefault()
    create.run(undefined)
  }
  const aliasFault =
    error instanceof Refusal ? error.details.find(({ path }) => path.startsWith('body.aliases'))?.message : undefined
  return (
    <form className="form" onSubmit={submit}>
      <p>
        The name that the news uses for your company, and others: a brand, an abbreviation. Or{' '}
        <Link to="/subjects">choose one that is known here</Link>, or{' '}
        <Link to="/subjects/new" search={{ role: 'own' }}>
          try names against stored headlines first
        </Link>
        .
      </p>
      <RefusalNotice error={error} faultsBelow />
      <TextField
        label="Your name in the news"
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={setName}
        fault={faultOf(error, 'body.name')}
      />
      <TextField
        label="Other names"
        maxLength={1000}
        autoComplete="off"
        value={others}
        onChange={setOthers}
        hint="Optional, separated by commas."
        fault={aliasFault}
      />
      <TextField
        label="Your sector"
        required
        maxLength={200}
        autoComplete="off"
        value={sector}
        onChange={setSector}
        hint="One word, such as banking. You are compared with companies in the same sector."
        fault={faultOf(error, 'body.sector')}
      />
      <div className="buttons">
        <Button kind="primary" type="submit" busy={create.busy}>
          This is our company
        </Button>
      </div>
    </form>
  )
}
