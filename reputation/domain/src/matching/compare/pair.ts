import { mostTokens } from '../tokens/analyse.ts'
import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { raised } from './score-settings.ts'

/** Row length of the tables of a pair. */
export const size = mostTokens

/** The two names of one comparison, filled by the caller and read by `scorePair`. Reused from pair to pair. */
export class Pair {
  kind: NameKind = nameKind.person
  queryCount = 0
  listedCount = 0
  readonly queryRole = new Uint8Array(size)
  readonly listedRole = new Uint8Array(size)
  readonly queryWeight = new Float32Array(size)
  readonly listedWeight = new Float32Array(size)
  /** Similarity of query token i and listed token j at `i * size + j`. */
  readonly similarity = new Float32Array(size * size)
  /** 1 where that similarity is one of meaning, of words that translate each other. */
  readonly translated = new Uint8Array(size * size)
  /** Mark of each token's text (see `markOf`) and length of its surface: they spare most looks at the texts. */
  readonly queryMark = new Uint8Array(size)
  readonly listedMark = new Uint8Array(size)
  readonly queryLength = new Uint16Array(size)
  readonly listedLength = new Uint16Array(size)
  queryText: (i: number) => string = () => ''
  listedText: (j: number) => string = () => ''
  querySurface: (i: number) => string = () => ''
  listedSurface: (j: number) => string = () => ''

  // What the alignment has found so far; `beginAlignment` clears it.
  /** Listed token that query token i is aligned with, or -1; a glued block shares its first partner. */
  readonly queryPartner = new Int8Array(size)
  readonly listedPartner = new Int8Array(size)
  /** Weight of the words that found their counterpart, and the part of it that their similarity leaves. */
  weight = 0
  agreed = 0
  /** Weight that imperfect similarities take away. */
  defects = 0
  /** Listed words of the name that agree well, and words that agree by themselves and not in translation. */
  solid = 0
  ownWords = 0
  /** Whether every word has found itself, and whether at least one has found one as good as itself. */
  exact = true
  anySame = false

  beginAlignment(): void {
    this.queryPartner.fill(-1, 0, this.queryCount)
    this.listedPartner.fill(-1, 0, this.listedCount)
    this.weight = 0
    this.agreed = 0
    this.defects = 0
    this.solid = 0
    this.ownWords = 0
    this.exact = true
    this.anySame = false
  }

  /** Counts `weight` of words that agree with the given similarity, of which `power` says what it is worth. */
  agree(weight: number, similarity: number, power: number): void {
    this.weight += weight
    this.agreed += weight * raised(similarity, power)
    this.defects += weight * (1 - similarity)
    if (similarity < 1) this.exact = false
  }
}

export const pairCell = (i: number, j: number): number => i * size + j

/** Numbers of an explanation are told to three decimals. */
export const told = (value: number): number => Math.round(value * 1000) / 1000
