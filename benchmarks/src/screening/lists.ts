/** From list files to the compiled lists that the parts of a run measure. */
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { assignSubjects } from '@service/reputation-domain/lists/subjects.ts'
import { compileIndex, openIndex } from '@service/reputation-domain/matching/matching.ts'
import { regimesByList } from '@service/reputation-server/lists/authorities/authorities.ts'
import type { Lists } from './matcher.ts'

export function compileLists(entries: readonly ListEntry[]): Lists {
  const subjects = assignSubjects(entries, regimesByList)
  return {
    entries,
    index: openIndex(compileIndex(entries, subjects)),
    subjectOf: (entityId) => subjects.get(entityId) ?? entityId,
    recompile: (changed, options) => openIndex(compileIndex(changed, subjects, options)),
  }
}

/** What each step from entries to an open index takes, and how large the index is. */
export function timeCompilation(entries: readonly ListEntry[]) {
  const start = performance.now()
  const subjects = assignSubjects(entries, regimesByList)
  const assigned = performance.now()
  const bytes = compileIndex(entries, subjects)
  const compiled = performance.now()
  openIndex(bytes)
  return {
    subjectsMs: assigned - start,
    compileMs: compiled - assigned,
    openMs: performance.now() - compiled,
    bytes: bytes.length,
  }
}
