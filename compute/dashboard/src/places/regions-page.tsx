import { Shown, Updated } from '@service/ui/api/api.ts'
import { formatCount } from '@service/ui/numbers.ts'
import { Page } from '@service/ui/page.tsx'
import { formatIntensity } from '@service/ui/quantities.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { type Column, Table } from '@service/ui/table.tsx'
import { Link } from '@tanstack/react-router'
import { type Output, useList } from '../api/api.ts'
import { Grade } from '../candidates/candidates.ts'

type Region = Output<'listRegions'>['regions'][number]

export function RegionsPage() {
  const list = useList('listRegions', { query: { limit: 200 } }, ({ regions }) => regions)
  return (
    <Page
      title="Regions"
      note="Where a deployment can be restricted to: a group of countries, one country, or a single hub."
      actions={<Updated live={list} />}
    >
      <Shown live={list}>
        {(regions) => (
          <Table
            caption="Regions"
            captionHidden
            rows={regions}
            keyOf={({ region }) => region}
            more={list.more}
            columns={columns}
          />
        )}
      </Shown>
    </Page>
  )
}

const columns: readonly Column<Region>[] = [
  {
    head: 'Region',
    cell: ({ region, name, hubs }) => (
      <>
        {hubs > 0 ? (
          <Link to="/hubs" search={{ region }}>
            {region}
          </Link>
        ) : (
          region
        )}
        <div className="small muted">{name}</div>
      </>
    ),
  },
  { head: 'Hubs', align: 'end', cell: ({ hubs }) => (hubs === 0 ? 'none' : formatCount(hubs)) },
  { head: 'GPUs', only: 'wide', cell: ({ gpu_types: types }) => (types.length === 0 ? 'none' : types.join(', ')) },
  {
    head: 'Grid, mean',
    only: 'wide',
    align: 'end',
    nowrap: true,
    cell: ({ carbon_intensity_gco2_kwh: grams }) => (grams === null ? 'not known' : formatIntensity(grams)),
  },
  {
    head: 'Cleanest hub',
    cell: ({ cleanest_hub: hub }) =>
      hub === null ? (
        'none'
      ) : (
        <>
          <ScreenLink to="/hubs/$hub" of="/hubs" params={{ hub: hub.hub }}>
            {hub.hub}
          </ScreenLink>{' '}
          <Grade of={hub.carbon_score} />
        </>
      ),
  },
]
