/**
 * Rows in columns. A terminal that is too narrow loses the columns that say the least, then long texts are cut, and in the
 * end each row becomes lines of its own; what identifies a row is never cut.
 */
import { styled, Words, words } from './words.ts'

export type Column<Row> = {
  title: string
  cell: (row: Row) => string | Words
  align?: 'right'
  /** Left out where there is no room, the highest first. */
  dispensable?: number
  /** May be cut. */
  flexible?: boolean
}

const gap = 2
const minFlexible = 8

type Drawn = { title: string; cells: Words[]; width: number; align: 'right' | undefined; flexible: boolean }

/** `columns` is the width of the terminal; undefined for no limit. */
export function tableLines<Row>(
  rows: readonly Row[],
  shape: readonly Column<Row>[],
  { columns, ellipsis }: { columns: number | undefined; ellipsis: string },
): Words[] {
  let kept = [...shape]
  let drawn = kept.map((column) => draw(rows, column))
  const limit = columns ?? Number.POSITIVE_INFINITY
  const least = () => sum(drawn.map(({ width, flexible }) => (flexible ? Math.min(width, minFlexible) : width)))
  while (least() > limit) {
    const last = Math.max(...kept.map(({ dispensable = 0 }) => dispensable))
    if (last === 0) return recordLines(rows, shape, limit, ellipsis)
    kept = kept.filter(({ dispensable = 0 }) => dispensable !== last)
    drawn = kept.map((column) => draw(rows, column))
  }
  shrink(drawn, limit)
  const titles = lineOf(drawn, (column) => styled('bold', column.title), ellipsis)
  return [titles, ...rows.map((_, at) => lineOf(drawn, ({ cells }) => cells[at] as Words, ellipsis))]
}

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width, 0) + gap * Math.max(0, widths.length - 1)

function draw<Row>(rows: readonly Row[], { title, cell, align, flexible = false }: Column<Row>): Drawn {
  const cells = rows.map((row) => words`${cell(row)}`)
  return { title, cells, width: Math.max(title.length, ...cells.map(({ width }) => width)), align, flexible }
}

/** Takes columns away from the widest of those that may be cut. */
function shrink(drawn: readonly Drawn[], limit: number): void {
  for (;;) {
    const over = sum(drawn.map(({ width }) => width)) - limit
    const widest = drawn.filter(({ flexible }) => flexible).sort((a, b) => b.width - a.width)[0]
    if (over <= 0 || !widest) return
    widest.width -= 1
  }
}

function lineOf(drawn: readonly Drawn[], cellOf: (column: Drawn) => Words, ellipsis: string): Words {
  const parts = drawn.flatMap((column, at) => {
    const cell = cellOf(column).cut(column.width, ellipsis)
    const space = { text: ' '.repeat(Math.max(0, column.width - cell.width)) }
    const isLast = at === drawn.length - 1
    const filled = column.align === 'right' ? [space, ...cell.parts] : [...cell.parts, ...(isLast ? [] : [space])]
    return [...filled, ...(isLast ? [] : [{ text: ' '.repeat(gap) }])]
  })
  return new Words(parts)
}

/** A line for each cell; the first column begins a row. */
function recordLines<Row>(
  rows: readonly Row[],
  shape: readonly Column<Row>[],
  limit: number,
  ellipsis: string,
): Words[] {
  const widest = Math.max(...shape.slice(1).map(({ title }) => title.length))
  return rows.flatMap((row) =>
    shape.flatMap(({ title, cell }, at) => {
      const value = words`${cell(row)}`
      if (at === 0) return [value]
      if (value.isEmpty) return []
      return [words`  ${styled('dim', title.toLowerCase().padEnd(widest))}  ${value}`.cut(limit, ellipsis)]
    }),
  )
}

/** A name, and what it is; nothing is shown of what is absent. */
export type Detail = readonly [string, string | number | Words | null | undefined]

/** One below the other. */
export function detailLines(details: readonly Detail[]): Words[] {
  const filled = details.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const widest = Math.max(0, ...filled.map(([name]) => name.length))
  return filled.map(([name, value]) => words`${styled('dim', name.padEnd(widest))}  ${value as string}`)
}
