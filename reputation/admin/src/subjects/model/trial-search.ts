/** What of a trial of names stands in the address: how far back, and which headlines are shown. */
export const trialDays = [1, 7, 30] as const
export const trialShows = ['found', 'added', 'lost', 'namesakes'] as const
export type TrialShow = (typeof trialShows)[number]

export type TrialSearch = { days?: (typeof trialDays)[number]; show?: TrialShow }

export function readTrialSearch({ days, show }: Record<string, unknown>): TrialSearch {
  const knownDays = trialDays.find((one) => one === days)
  const knownShow = trialShows.find((one) => one === show)
  return { ...(knownDays !== undefined && { days: knownDays }), ...(knownShow !== undefined && { show: knownShow }) }
}
