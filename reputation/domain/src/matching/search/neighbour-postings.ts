/**
 * Where the postings of each neighbour of a query's terms lie, and upper bounds of what the neighbour adds to a name: to
 * the agreed weight, to the listed weight that is covered, and to the slack. Lists of numbers that every query uses
 * again: a query has hundreds of neighbours.
 *
 * Index bounds: neighbours are numbered below `count`.
 */
export class NeighbourPostings {
  count = 0
  start = new Uint32Array(1024)
  end = new Uint32Array(1024)
  agreed = new Float64Array(1024)
  covered = new Float64Array(1024)
  slack = new Float64Array(1024)

  clear(): void {
    this.count = 0
  }

  /** Makes room for so many more. */
  makeRoom(more: number): void {
    const room = this.count + more
    if (room <= this.start.length) return
    this.start = enlarged(this.start, new Uint32Array(2 * room))
    this.end = enlarged(this.end, new Uint32Array(2 * room))
    this.agreed = enlarged(this.agreed, new Float64Array(2 * room))
    this.covered = enlarged(this.covered, new Float64Array(2 * room))
    this.slack = enlarged(this.slack, new Float64Array(2 * room))
  }

  slackOf(neighbour: number): number {
    return this.slack[neighbour]!
  }

  agreedOf(neighbour: number): number {
    return this.agreed[neighbour]!
  }
}

function enlarged<T extends Uint32Array | Float64Array>(before: T, after: T): T {
  after.set(before)
  return after
}
