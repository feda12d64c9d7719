/**
 * Who says what a grid emits, and what each means by it. Numbers of different scope or basis are never mixed: what is
 * weighed, graded and summed is always the **life-cycle** **average**. A source of another scope lends the shape of its
 * hours alone (see `zone-grid.ts`), and a marginal one is only shown.
 */

export type LiveSource = 'electricity-maps' | 'uk-carbon-intensity' | 'watttime'
export type AnnualSource = 'electricity-maps-annual' | 'our-world-in-data-annual'
export type CarbonSource = LiveSource | AnnualSource

export type SourceFacts = {
  /** What a kWh is charged with: building the power stations and their fuel, too, or what leaves the chimney alone. */
  scope: 'lifecycle' | 'direct'
  /** Of all that generates at a time, or of what would generate more if more were asked for. */
  basis: 'average' | 'marginal'
  /** To be shown wherever its numbers are. */
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

/** Of what is weighed, the first that has something to say of a zone is taken. */
export const averageSources: readonly LiveSource[] = ['electricity-maps', 'uk-carbon-intensity']
