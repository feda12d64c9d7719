/** What of the desk is shown, as the address says it; a bad value falls back. What is searched for stands in no address. */
export const verdictChoices = ['undecided', 'true-match', 'false-match'] as const
export type VerdictChoice = (typeof verdictChoices)[number]

export type DeskSearch = {
  view?: 'undecided' | 'records'
  verdict?: VerdictChoice
  found?: 'clean' | 'matches'
}

const one = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)

export function readDeskSearch(given: Record<string, unknown>): DeskSearch {
  const view = one(['undecided', 'records'] as const, given.view)
  const verdict = one(verdictChoices, given.verdict)
  const found = one(['clean', 'matches'] as const, given.found)
  return { ...(view && { view }), ...(verdict && { verdict }), ...(found && { found }) }
}
