import { kindCount, type NameKind, nameKinds } from '../tokens/name-kind.ts'
import { wordWeight } from '../tokens/word-weight.ts'
import type { IndexedName } from './compile-names.ts'

const cellOf = (unit: number, kind: NameKind): number => unit * kindCount + kind

/**
 * Weight of each unit in names of each kind, from the number of entries of the kind that hold it.
 *
 * Index bounds: units are numbered below the count of texts.
 */
export class UnitWeights {
  readonly section: Float32Array

  constructor(names: readonly IndexedName[], texts: readonly string[]) {
    const holders = new Uint32Array(texts.length * kindCount)
    const lastEntry = new Int32Array(texts.length * kindCount).fill(-1)
    for (const { entry, kind, tokens } of names.toSorted((one, other) => one.entry - other.entry))
      for (const { unit } of tokens) {
        const cell = cellOf(unit, kind)
        if (lastEntry[cell] === entry) continue
        lastEntry[cell] = entry
        holders[cell]! += 1
      }
    const entryCounts = nameKinds.map(
      (kind) => new Set(names.filter((name) => name.kind === kind).map(({ entry }) => entry)).size,
    )
    this.section = new Float32Array(texts.length * kindCount)
    for (const [unit, text] of texts.entries())
      for (const kind of nameKinds)
        this.set(unit, kind, wordWeight(text, kind, holders[cellOf(unit, kind)]!, entryCounts[kind] ?? 0))
  }

  get(unit: number, kind: NameKind): number {
    return this.section[cellOf(unit, kind)]!
  }

  set(unit: number, kind: NameKind, weight: number): void {
    this.section[cellOf(unit, kind)] = weight
  }
}
