/**
 * The sources of carbon intensities, and what the numbers of each mean. Numbers of different scope or basis are never
 * mixed: the **life-cycle** **average** is what is weighed, graded and summed. Of a source with another scope only the
 * shape of its hours is used (see `zone-grid.ts`), and a marginal one is only shown.
 */

export type LiveSource = 'electricity-maps' | 'uk-carbon-intensity' | 'watttime'
export type AnnualSource = 'electricity-maps-annual' | 'our-world-in-data-annual'
export type CarbonSource = LiveSource | AnnualSource

export type SourceFacts = {
  /** `lifecycle` includes building the power stations and their fuel; `direct` is what leaves the chimney. */
  scope: 'lifecycle' | 'direct'
  /** `average` is over all generation; `marginal` is that of the next power station to be switched on. */
  basis: 'average' | 'marginal'
  /** Must be shown with its numbers. */
  credit: string
}

export const sourceFacts: Readonly<Record<CarbonSource, SourceFacts>> = {
  'electricity-maps': {
    scope: 'lifecycle',
    basis: 'average',
    credit: 'Electricity Maps, https://www.electricitymaps.com',
  },
  'uk-carbon-intensity': {
    scope: 'direct',
    basis: 'average',
    credit: 'National Energy System Operator, Carbon Intensity API (CC BY 4.0), https://carbonintensity.org.uk',
  },
  watttime: { scope: 'direct', basis: 'marginal', credit: 'WattTime, https://watttime.org' },
  'electricity-maps-annual': {
    scope: 'lifecycle',
    basis: 'average',
    credit: 'Electricity Maps (ODbL 1.0), https://www.electricitymaps.com',
  },
  'our-world-in-data-annual': {
    scope: 'lifecycle',
    basis: 'average',
    credit: 'Our World in Data, resting on Ember (CC BY 4.0), https://github.com/owid/energy-data',
  },
}

/** The sources of what is weighed, by precedence. */
export const averageSources: readonly LiveSource[] = ['electricity-maps', 'uk-carbon-intensity']
