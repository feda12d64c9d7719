import { Shown, Updated } from '@service/ui/api/api.ts'
import { Button } from '@service/ui/button.tsx'
import { Empty } from '@service/ui/notice.tsx'
import { counted } from '@service/ui/numbers.ts'
import { Page, Section } from '@service/ui/page.tsx'
import { RefusalNotice } from '@service/ui/refusal.tsx'
import { Badge, State } from '@service/ui/state.tsx'
import { type Column, Table } from '@service/ui/table.tsx'
import { Link } from '@tanstack/react-router'
import { call, type Output, useAct, useList } from '../api/api.ts'
import { useMay } from '../session/session.ts'
import './subjects.css'

type Subject = Output<'getSubject'>
type Role = 'own' | 'peer' | 'none'

const isSearching = (rows: readonly Subject[]): boolean => rows.some(({ searching }) => searching)

const useSubjects = (role: Role) =>
  useList('listSubjects', { query: { role } }, ({ subjects }) => subjects, { isMoving: isSearching })

export function SubjectsPage() {
  const may = useMay()
  const own = useSubjects('own')
  const peers = useSubjects('peer')
  const others = useSubjects('none')
  const mayManage = may('subjects:manage')
  const add = (role?: 'own') => (
    <Link className="button" data-kind="primary" to="/subjects/new" search={role ? { role } : {}}>
      {role ? 'Set up your company' : 'Add a subject'}
    </Link>
  )
  return (
    <Page
      title="Subjects"
      note="Your company and the peers that it is compared with. All figures are computed from the articles that contain one of their names."
      actions={
        <>
          <Updated live={own} />
          {mayManage && own.data?.length !== 0 && add()}
        </>
      }
    >
      <Section title="Your company">
        <Shown live={own}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="Your company is not set up yet" actions={mayManage && add('own')}>
                Alerts, sentiment and score are about one subject, your company. Give it the names that the news uses,
                or choose it below if it is listed there.
              </Empty>
            ) : (
              <SubjectTable caption="Your own subject" rows={rows} />
            )
          }
        </Shown>
      </Section>
      <Section title="Peers">
        <Shown live={peers}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No peers yet" actions={mayManage && own.data?.length !== 0 && add()}>
                Your share of voice is measured against peers: companies of your sector.
              </Empty>
            ) : (
              <SubjectTable caption="Peers" rows={rows} more={peers.more} />
            )
          }
        </Shown>
      </Section>
      {others.data !== undefined && others.data.length > 0 && (
        <Section title="Other known subjects">
          <Others rows={others.data} more={others.more} hasOwn={own.data?.length !== 0} />
        </Section>
      )}
    </Page>
  )
}

const columns: readonly Column<Subject>[] = [
  {
    head: 'Subject',
    cell: ({ subjectId, name, shared, sample }) => (
      <span className="sub-name">
        <Link to="/subjects/$subjectId" params={{ subjectId }}>
          <bdi>{name}</bdi>
        </Link>
        {sample === true ? <Badge kind="sample">sample</Badge> : shared && <Badge>shared</Badge>}
      </span>
    ),
  },
  {
    head: 'Searched names',
    cell: ({ name, aliases, searching }) => (
      <span className="sub-names">
        <bdi>
          {[name, ...aliases.map(({ text }) => text).filter((text) => text !== name)].slice(0, maxNames).join(', ')}
        </bdi>
        {aliases.length >= maxNames && ` and ${counted(aliases.length + 1 - maxNames, 'other')}`}
        {searching && <State kind="moving">searching stored articles</State>}
      </span>
    ),
  },
  { head: 'Sector', only: 'wide', cell: ({ sector }) => sector },
]
const maxNames = 4

const SubjectTable = ({
  caption,
  rows,
  more,
}: {
  caption: string
  rows: readonly Subject[]
  more?: Parameters<typeof Table>[0]['more']
}) => (
  <Table
    caption={caption}
    captionHidden
    rows={rows}
    keyOf={({ subjectId }) => subjectId}
    columns={columns}
    {...(more && { more })}
  />
)

/** What the installation shares, and own ones that are not followed: followed by a press. */
function Others({
  rows,
  more,
  hasOwn,
}: {
  rows: readonly Subject[]
  more: Parameters<typeof Table>[0]['more']
  hasOwn: boolean
}) {
  const mayManage = useMay()('subjects:manage')
  const follow = useAct(
    ({ subjectId, role }: { subjectId: string; role: 'own' | 'peer' }) =>
      call('changeSubject', { path: { subjectId }, body: { role } }),
    { done: ({ name, role }) => (role === 'own' ? `${name} is your company now` : `${name} is a peer now`) },
  )
  const followed: Column<Subject> = {
    head: 'Follow',
    align: 'end',
    cell: ({ subjectId, name }) => (
      <span className="buttons sub-follow">
        {!hasOwn && (
          <Button
            size="small"
            busy={follow.busy}
            onClick={() => follow.run({ subjectId, role: 'own' })}
            aria-label={`This is our company: ${name}`}
          >
            This is our company
          </Button>
        )}
        <Button
          size="small"
          busy={follow.busy}
          onClick={() => follow.run({ subjectId, role: 'peer' })}
          aria-label={`Make a peer: ${name}`}
        >
          Make a peer
        </Button>
      </span>
    ),
  }
  return (
    <>
      <RefusalNotice error={follow.error} />
      <Table
        caption="Other known subjects"
        captionHidden
        rows={rows}
        keyOf={({ subjectId }) => subjectId}
        columns={mayManage ? [...columns, followed] : columns}
        more={more}
      />
    </>
  )
}
