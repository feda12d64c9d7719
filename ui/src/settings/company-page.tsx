import { type FormEvent, useState } from 'react'
import { faultOf, Shown, troubleOf, useAct } from '../api/api.ts'
import { type AccountOutput, account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Select, TextField } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { Facts, Page, Panel, Section } from '../page.tsx'
import { useMay } from '../session/session.ts'
import { Time } from '../time.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

type Company = AccountOutput<'getCompany'>

export function CompanyPage() {
  const may = useMay()
  const live = account.useLive('getCompany', {})
  return (
    <Page
      title="Company"
      note="The name of the company, and the time zone in which times are shown. Days are always UTC."
    >
      <Shown live={live}>
        {(company) => (
          <>
            <Section title="Settings">
              <Panel>
                {may('company:manage') ? <CompanyForm company={company} /> : <CompanyFacts company={company} />}
              </Panel>
            </Section>
            {may('owners:manage') && <SingleSignOn />}
            <Section title="Identifiers">
              <Panel>
                <Facts
                  facts={[
                    ['Id', <code key="id">{company.id}</code>],
                    ['Short name', <code key="slug">{company.slug}</code>],
                    ['Since', <Time key="since" at={company.createdAt} form="day" />],
                  ]}
                />
              </Panel>
            </Section>
          </>
        )}
      </Shown>
    </Page>
  )
}

const CompanyFacts = ({ company: { name, timeZone } }: { company: Company }) => (
  <Facts
    facts={[
      ['Name', name],
      ['Time zone', timeZone],
    ]}
  />
)

function CompanyForm({ company }: { company: Company }) {
  const [name, setName] = useState(company.name)
  const [timeZone, setTimeZone] = useState(company.timeZone)
  const save = useAct(() => account.call('changeCompany', { body: { name, timeZone } }), { done: 'Company saved' })
  const zones = [...new Set([company.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  function submit(event: FormEvent): void {
    event.preventDefault()
    save.run(undefined)
  }
  const nameFault = faultOf(save.error, 'body.name')
  return (
    <form className="form" onSubmit={submit}>
      {save.error !== null && nameFault === undefined && (
        <div role="alert">
          <Notice kind="bad">{troubleOf(save.error).message}</Notice>
        </div>
      )}
      <TextField label="Name" required maxLength={200} value={name} onChange={setName} fault={nameFault} />
      <Select
        label="Time zone"
        value={timeZone}
        onChange={setTimeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
      <div className="buttons">
        <Button
          type="submit"
          kind="primary"
          busy={save.busy}
          why={name === company.name && timeZone === company.timeZone ? 'Nothing has changed.' : undefined}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
