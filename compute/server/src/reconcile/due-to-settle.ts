/**
 * Which hubs are settled in a round. Comparing a hub costs as much as instances run there, so a round takes a limited number of
 * instances: the hubs whose last attempt was longest ago. While few instances run, that is every hub whose time has come; with
 * many, each hub is settled as much more rarely.
 */
export type SettleState = {
  settledAtMs: number
  /** When it was last begun, with whatever result. */
  triedAtMs: number
  /** Instances compared the last time. */
  compared: number | undefined
}

type Candidate = SettleState & { hubId: string; settling: unknown }

type Limits = { nowMs: number; everyMs: number; comparedAtOnce: number }

/** As long as nothing is known of any hub, so many are settled in a round. */
const firstHubs = 100

export function dueToSettle(hubs: readonly Candidate[], { nowMs, everyMs, comparedAtOnce }: Limits): Set<string> {
  const expected = expectedOf(hubs, comparedAtOnce / firstHubs)
  const under = hubs.filter(({ settling }) => settling !== undefined)
  let left = comparedAtOnce - under.reduce((sum, hub) => sum + expected(hub), 0)
  const due = hubs
    .filter(({ settling, settledAtMs }) => settling === undefined && nowMs - settledAtMs >= everyMs)
    .sort((a, b) => a.triedAtMs - b.triedAtMs || a.settledAtMs - b.settledAtMs)
  const chosen = new Set<string>()
  for (const hub of due) {
    // One that is larger than the limit is settled too, alone.
    if (left < expected(hub) && chosen.size + under.length > 0) break
    left -= expected(hub)
    chosen.add(hub.hubId)
  }
  return chosen
}

/** Of a hub that has not been compared: as many as others have on average. */
function expectedOf(hubs: readonly Candidate[], ofUnknown: number): (hub: Candidate) => number {
  const known = hubs.flatMap(({ compared }) => compared ?? [])
  const average = known.length > 0 ? known.reduce((sum, count) => sum + count, 0) / known.length : ofUnknown
  return ({ compared }) => Math.max(1, compared ?? average)
}
