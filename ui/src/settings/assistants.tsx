import { Shown, troubleOf, useAct } from '../api/api.ts'
import { account } from '../app/app.ts'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { Section } from '../page.tsx'
import { Table } from '../table.tsx'
import { Time } from '../time.tsx'

/** Assistants that the person lets act for them. */
export function Assistants() {
  const live = account.useLive('listGrants', {})
  const end = useAct((grantId: string) => account.call('endGrant', { path: { grantId } }), {
    done: 'The access of the assistant has ended',
  })
  return (
    <Section title="Connected assistants">
      {end.error !== null && <Notice kind="bad">{troubleOf(end.error).message}</Notice>}
      <Shown live={live}>
        {({ grants }) =>
          grants.length === 0 ? (
            <p className="muted">None. Assistants that you connect to this service appear here.</p>
          ) : (
            <Table
              caption="Connected assistants"
              captionHidden
              rows={grants}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: 'Assistant',
                  cell: ({ client, leadsTo }) => (
                    <>
                      {client}
                      <div className="small muted">{leadsTo}</div>
                    </>
                  ),
                },
                { head: 'May', only: 'wide', cell: ({ scopes }) => scopes.join(', ') },
                { head: 'Allowed', only: 'wide', cell: ({ createdAt }) => <Time at={createdAt} /> },
                { head: 'Last used', nowrap: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} form="ago" /> },
                {
                  head: 'Action',
                  align: 'end',
                  cell: ({ id, client }) => (
                    <Button size="small" busy={end.busy} onClick={() => end.run(id)} aria-label={`End ${client}`}>
                      End
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Shown>
    </Section>
  )
}
