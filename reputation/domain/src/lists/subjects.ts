/**
 * Which entries, on one list or several, are about the same subject.
 *
 * Entries that share a reference, a number or a telling name are compared; each pair with evidence is a **link**. Links
 * are followed from the strongest to the weakest, and two groups grow together unless any member of one conflicts with
 * any member of the other. A group takes in two entries of one list only where there is evidence between those very
 * two: an authority that lists a name twice means two subjects, until more than a name says otherwise.
 */
import type { ListEntry } from './entry.ts'
import { conflict, type Evidence, evidenceFor, evidences, type Profile, profileOf, shared } from './same-subject.ts'

/**
 * The subject of each entry: the least `entityId` among the entries of the subject. It depends on those entries alone,
 * not on their order, nor on what else the lists hold.
 */
export function assignSubjects(entries: readonly ListEntry[]): Map<string, string> {
  const profiles = new Map(entries.map((entry) => [entry.entityId, profileOf(entry)]))
  const groups = new Map([...profiles].map(([entityId, profile]) => [entityId, [profile]]))
  for (const link of linksAmong([...profiles.values()])) {
    const one = groups.get(link.one.entityId) ?? []
    const other = groups.get(link.other.entityId) ?? []
    if (one === other || !mayJoin(one, other)) continue
    one.push(...other)
    for (const member of other) groups.set(member.entityId, one)
  }
  const subjectOf = new Map<string, string>()
  for (const group of new Set(groups.values())) {
    const [subject = ''] = group.map(({ entityId }) => entityId).sort()
    for (const { entityId } of group) subjectOf.set(entityId, subject)
  }
  return subjectOf
}

type Link = { one: Profile; other: Profile; evidence: Evidence; sameNames: number }

/** Two lists hold a subject a few times; what more entries than this share, an address book's word, proves nothing. */
const mostSharing = 40

/** Strongest evidence first, then most names in common; the rest of the order only keeps it the same every time. */
function linksAmong(profiles: readonly Profile[]): Link[] {
  const sharing = new Map<string, Profile[]>()
  for (const profile of profiles) {
    for (const key of keysOf(profile)) {
      const bearers = sharing.get(key)
      if (bearers) bearers.push(profile)
      else sharing.set(key, [profile])
    }
  }
  const links = new Map<string, Link>()
  for (const bearers of sharing.values()) {
    if (bearers.length > 1 && bearers.length <= mostSharing) addLinks(bearers, links)
  }
  return [...links.entries()]
    .sort(
      ([oneKey, one], [otherKey, other]) =>
        evidences.indexOf(one.evidence) - evidences.indexOf(other.evidence) ||
        other.sameNames - one.sameNames ||
        (oneKey < otherKey ? -1 : 1),
    )
    .map(([, link]) => link)
}

const keysOf = ({ references, imoNumbers, numbers, nameKeys }: Profile): string[] => [
  ...[...references, ...imoNumbers, ...numbers].map((value) => `#${value}`),
  ...nameKeys,
]

function addLinks(bearers: readonly Profile[], links: Map<string, Link>): void {
  for (const [index, first] of bearers.entries()) {
    for (const second of bearers.slice(index + 1)) {
      const [one, other] = first.entityId < second.entityId ? [first, second] : [second, first]
      const key = `${one.entityId} ${other.entityId}`
      if (links.has(key)) continue
      const evidence = evidenceFor(one, other)
      if (evidence) links.set(key, { one, other, evidence, sameNames: shared(one.nameKeys, other.nameKeys).length })
    }
  }
}

function mayJoin(one: readonly Profile[], other: readonly Profile[]): boolean {
  return one.every((member) =>
    other.every(
      (candidate) =>
        !conflict(member, candidate) &&
        (member.list !== candidate.list || evidenceFor(member, candidate) !== undefined),
    ),
  )
}
