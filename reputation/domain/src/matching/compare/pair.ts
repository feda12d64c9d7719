import { type NameKind, nameKind } from '../tokens/name-kind.ts'
import { maxTokens, role } from '../tokens/token.ts'
import { credit } from './credit.ts'

/**
 * One of the two names of a comparison, token by token.
 *
 * Index bounds: every array has room for `maxTokens` tokens, and no name has more.
 */
export class NameSide {
  count = 0
  readonly role = new Uint8Array(maxTokens)
  readonly weight = new Float32Array(maxTokens)
  /** Mark of each token's text (see `wordMark`) and length of its surface: most texts need not be read for them. */
  readonly mark = new Uint8Array(maxTokens)
  readonly length = new Uint16Array(maxTokens)
  text: (i: number) => string = () => ''
  surface: (i: number) => string = () => ''
  /** Token of the other name that each is aligned with, or -1; a run of joined words shares its first partner. */
  readonly partner = new Int8Array(maxTokens)

  partnerOf(i: number): number {
    return this.partner[i]!
  }

  weightOf(i: number): number {
    return this.weight[i]!
  }

  markOf(i: number): number {
    return this.mark[i]!
  }

  lengthOf(i: number): number {
    return this.length[i]!
  }

  isFree(i: number): boolean {
    return this.partnerOf(i) < 0
  }

  isName(i: number): boolean {
    return this.role[i] === role.name
  }

  /** How many tokens are words of the name. */
  countNames(): number {
    let names = 0
    for (let i = 0; i < this.count; i++) if (this.role[i] === role.name) names++
    return names
  }
}

/** The two names of one comparison, filled by the caller and read by `scorePair`. Reused from pair to pair. */
export class Pair {
  kind: NameKind = nameKind.person
  readonly query = new NameSide()
  readonly listed = new NameSide()
  /** Similarity of query token i and listed token j, at `pairCell(i, j)`. */
  readonly similarity = new Float32Array(maxTokens * maxTokens)
  /** 1 where that similarity is one of meaning, of words that translate each other. */
  readonly translated = new Uint8Array(maxTokens * maxTokens)

  // The state of the alignment; `beginAlignment` clears it.
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
    this.query.partner.fill(-1, 0, this.query.count)
    this.listed.partner.fill(-1, 0, this.listed.count)
    this.weight = 0
    this.agreed = 0
    this.defects = 0
    this.solid = 0
    this.ownWords = 0
    this.exact = true
    this.anySame = false
  }

  /** Counts `weight` of words that agree with the given similarity, which earns credit by `power`. */
  agree(weight: number, similarity: number, power: number): void {
    this.weight += weight
    this.agreed += weight * credit(similarity, power)
    this.defects += weight * (1 - similarity)
    if (similarity < 1) this.exact = false
  }

  /** Aligns query token i with listed token j. */
  align(i: number, j: number): void {
    this.query.partner[i] = j
    this.listed.partner[j] = i
  }

  similarityOf(i: number, j: number): number {
    return this.similarity[pairCell(i, j)]!
  }

  /** Weight that query token i and listed token j share. */
  sharedWeight(i: number, j: number): number {
    return (this.query.weightOf(i) + this.listed.weightOf(j)) / 2
  }
}

export const pairCell = (i: number, j: number): number => i * maxTokens + j

/** Whether tokens of these roles are compared by spelling: only words that both carry the name. */
export const comparable = (one: number | undefined, other: number | undefined): boolean =>
  one === role.name && other === role.name
