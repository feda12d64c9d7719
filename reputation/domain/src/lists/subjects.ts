/**
 * Which entries, on one list or several, are about the same subject.
 *
 * Entries that share a reference, a number or a strong name are compared; each pair with evidence is a **link**. Links
 * are followed from the strongest to the weakest, and two groups grow together unless any member of one conflicts with
 * any member of the other. A group takes in two entries of one list only where there is evidence between those very
 * two: an authority that lists a name twice means two subjects, until more than a name says otherwise.
 */
import type { ListEntry } from './model/entry.ts'
import { makeRegimesOf, type RegimesByList } from './regime.ts'
import { conflict, type Evidence, evidenceFor, evidences, type Profile, profileOf, shared } from './same-subject.ts'

/**
 * The subject of each entry: the least `entityId` among the entries of the subject. It depends on those entries alone,
 * not on their order, nor on what else the lists hold.
 */
export function assignSubjects(entries: readonly ListEntry[], regimes: RegimesByList): Map<string, string> {
  const regimesOf = makeRegimesOf(regimes)
  const groups = new Map<Profile, Profile[]>() // of those that are linked: nine in ten are not
  for (const link of linksAmong(entries.map((entry) => profileOf(entry, regimesOf)))) {
    const one = groups.get(link.one) ?? [link.one]
    const other = groups.get(link.other) ?? [link.other]
    if (one === other || !mayJoin(one, other)) continue
    one.push(...other)
    for (const member of one) groups.set(member, one)
  }
  const subjectOf = new Map(entries.map(({ entityId }) => [entityId, entityId]))
  for (const group of new Set(groups.values())) {
    const [subject = ''] = group.map(({ entityId }) => entityId).sort()
    for (const { entityId } of group) subjectOf.set(entityId, subject)
  }
  return subjectOf
}

type Link = { one: Profile; other: Profile; evidence: Evidence; sameNames: number }

/** A subject is on a few lists a few times. What more entries than this share, such as a placeholder, proves nothing. */
const maxSharing = 40

/** Strongest evidence first, then most names in common; the rest of the order only keeps it the same every time. */
function linksAmong(profiles: readonly Profile[]): Link[] {
  const links = new Map<string, Link>()
  for (const bearers of bearersOfOneKey(profiles)) if (bearers.length <= maxSharing) addLinks(bearers, links)
  return [...links.entries()]
    .sort(
      ([oneKey, one], [otherKey, other]) =>
        evidences.indexOf(one.evidence) - evidences.indexOf(other.evidence) ||
        other.sameNames - one.sameNames ||
        (oneKey < otherKey ? -1 : 1),
    )
    .map(([, link]) => link)
}

/** Profiles that have a name, a number or a reference in common, two or more together. */
function bearersOfOneKey(profiles: readonly Profile[]): Iterable<Profile[]> {
  const first = new Map<string, Profile>()
  const several = new Map<string, Profile[]>()
  const add = (key: string, profile: Profile): void => {
    const known = first.get(key)
    const group = several.get(key)
    if (known === undefined) first.set(key, profile)
    else if (group === undefined && known !== profile) several.set(key, [known, profile])
    else if (group && group.at(-1) !== profile) group.push(profile) // an entry may hold one number under two labels
  }
  for (const profile of profiles) {
    for (const key of profile.nameKeys) add(key, profile)
    for (const value of [...profile.references, ...profile.imoNumbers, ...profile.numbers]) add(`#${value}`, profile)
  }
  return several.values()
}

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
