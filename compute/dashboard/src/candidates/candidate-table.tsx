import { formatShare } from '@service/ui/numbers.ts'
import { formatIntensity, formatPue, formatRate } from '@service/ui/quantities.ts'
import { ScreenLink } from '@service/ui/shell/shell.ts'
import { State } from '@service/ui/state.tsx'
import { Table } from '@service/ui/table.tsx'
import type { Output } from '../api/api.ts'
import { Grade } from './grade.tsx'
import { gramsPerHour } from './grams.ts'

export type Candidate = Output<'planDeployment'>['candidates'][number]

/** Best first: `chosen` is where it is or would be placed. */
export const CandidateTable = ({
  candidates,
  chosen,
  caption,
}: {
  candidates: readonly Candidate[]
  chosen: string | null
  caption: string
}) => (
  <Table
    caption={caption}
    captionHidden
    rows={candidates}
    keyOf={({ hub }) => hub}
    columns={[
      {
        head: 'Hub',
        nowrap: true,
        cell: ({ hub, country }) => (
          <>
            <ScreenLink to="/hubs/$hub" of="/hubs" params={{ hub }}>
              {hub}
            </ScreenLink>{' '}
            <span className="muted">{country}</span>
            {hub === chosen && (
              <div className="small">
                <State kind="good">chosen</State>
              </div>
            )}
          </>
        ),
      },
      { head: 'Price', align: 'end', nowrap: true, cell: (one) => formatRate(one.price_usd_per_gpu_hour) },
      { head: 'Emits', align: 'end', nowrap: true, cell: (one) => gramsPerHour(one.grams_per_gpu_hour) },
      { head: 'Grade', cell: (one) => <Grade of={one.carbon_score} /> },
      {
        head: 'Grid',
        only: 'wide',
        align: 'end',
        nowrap: true,
        cell: (one) => `${formatIntensity(one.carbon_intensity_gco2_kwh)} × ${formatPue(one.pue)}`,
      },
      { head: 'Free', only: 'wide', align: 'end', cell: (one) => formatShare(one.free_share) },
    ]}
  />
)
