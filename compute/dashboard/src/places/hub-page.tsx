import { Shown, Updated } from '@service/ui/api/api.ts'
import { Notice } from '@service/ui/notice.tsx'
import { counted, formatCount, formatShare } from '@service/ui/numbers.ts'
import { Facts, Page, Panel, Section } from '@service/ui/page.tsx'
import { formatIntensity, formatPue, formatRate } from '@service/ui/quantities.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { Table } from '@service/ui/table.tsx'
import { Time } from '@service/ui/time.tsx'
import { useParams } from '@tanstack/react-router'
import { type Output, useLive } from '../api/api.ts'
import { Grade } from '../candidates/candidates.ts'
import { countryName } from './model/country-name.ts'
import { HubState, lawOf } from './model/hub-state.tsx'

type Hub = Output<'getHub'>

export function HubPage() {
  const { hub: id } = useParams({ from: '/shell/hubs/$hub' })
  const live = useLive('getHub', { path: { hub: id } })
  return (
    <Page
      title={id}
      note={live.data && `${live.data.name}, ${live.data.country}`}
      actions={
        <>
          <Updated live={live} />
          <ScreenLink to="/deployments" search={{ hub: id }} button="plain">
            Deployments here
          </ScreenLink>
          <ScreenLink to="/deploy" search={{ region: id }} button="primary">
            Deploy here
          </ScreenLink>
        </>
      }
    >
      <Shown live={live}>{(hub) => <Details of={hub} />}</Shown>
    </Page>
  )
}

const Details = ({ of: hub }: { of: Hub }) => (
  <>
    {(hub.simulated || hub.cpu_only) && (
      <Notice kind="warn">
        {hub.simulated
          ? 'This hub is simulated: nothing really runs there.'
          : 'This hub has no GPUs: containers run on its CPUs. Types and prices are examples.'}
      </Notice>
    )}
    <Section title="GPUs">
      <Table
        caption="GPUs"
        captionHidden
        rows={hub.gpus}
        keyOf={({ gpu_type: type }) => type}
        columns={[
          { head: 'Type', cell: ({ gpu_type: type }) => type },
          {
            head: 'Free',
            align: 'end',
            cell: ({ free, total }) => `${formatCount(free)} of ${formatCount(total)}`,
          },
          { head: 'Price', align: 'end', cell: ({ price_usd_per_gpu_hour: price }) => formatRate(price) },
        ]}
      />
    </Section>
    <Section title="Sovereignty">
      <Panel>
        <Facts
          facts={[
            ['Country', `${countryName(hub.country)} (${hub.country})`],
            ['Operator', hub.operator.entity],
            ['Law', lawOf(hub.operator)],
            ['Ownership', `${hub.operator.nationally_owned ? 'in' : 'outside'} ${countryName(hub.country)}`],
            ['Nodes', hub.dedicated_nodes ? 'dedicated to one deployment' : 'shared by deployments'],
          ]}
        />
      </Panel>
    </Section>
    <Section
      title="Grid"
      actions={
        <ScreenLink to="/carbon" search={{ zone: hub.grid_zone }}>
          Hours ahead in {hub.grid_zone}
        </ScreenLink>
      }
    >
      <Panel>
        <Facts
          facts={[
            ['Grade', <Grade key="grade" of={hub.carbon_score} />],
            [
              'Now',
              `${formatIntensity(hub.carbon_intensity_gco2_kwh)}, times PUE ${formatPue(hub.pue)} is ${formatIntensity(hub.carbon_intensity_gco2_kwh * hub.pue)}`,
            ],
            [
              'Renewable',
              hub.renewable_percentage === null ? 'not known' : formatShare(hub.renewable_percentage / 100),
            ],
            [
              'Source',
              <span key="source">
                {hub.carbon_source}, {hub.carbon_estimated ? 'an estimate or a mean' : 'measured'}, of{' '}
                <Time at={hub.carbon_as_of} form="day" />
              </span>,
            ],
          ]}
        />
      </Panel>
    </Section>
    <Section title="State">
      <Panel>
        <Facts
          facts={[
            ['State', <HubState key="state" of={hub.state} />],
            ['Seen', hub.seen_at === null ? 'not yet' : <Time key="seen" at={hub.seen_at} form="ago" />],
            ['Size', counted(hub.nodes, 'node')],
            ['Engine', hub.engine],
          ]}
        />
      </Panel>
    </Section>
  </>
)
