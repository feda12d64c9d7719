import { type ComponentType, memo, type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'

export type Column<Row> = {
  /** The head of the column; it also tells columns apart. */
  head: string
  cell: (row: Row) => ReactNode
  /** Shown from 720 px on; what it says stands in the detail too. */
  only?: 'wide'
  align?: 'end'
  nowrap?: boolean
}

/** What draws the rows: its columns are those of any row. */
export type BodyProps = {
  rows: readonly unknown[]
  columns: readonly Column<unknown>[]
  keyOf: (row: unknown) => string
  current: string | undefined
}

type TableProps<Row> = {
  caption: string
  /** The caption is for screen readers alone, where a heading above says the same. */
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Tells rows apart, so that menus and selections survive new data. */
  keyOf: (row: Row) => string
  /** The key of the row whose detail is open. */
  current?: string | undefined
  /** The next page of a list, if there is one. */
  more?: { count: number; isLoading: boolean; onMore: () => void } | undefined
  foot?: ReactNode
  /** Of a list that may grow long: `LongBody`. */
  body?: ComponentType<BodyProps>
}

/** A table whose first column names the row, with a link in it where the row has a page. */
export function Table<Row>({
  caption,
  captionHidden,
  columns,
  rows,
  keyOf,
  current,
  more,
  foot,
  body: Body = Rows,
}: TableProps<Row>) {
  return (
    <div className="table-frame">
      <table className="table">
        <caption className={captionHidden ? 'hidden-visually' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" {...attributes(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <Body
          rows={rows}
          columns={columns as readonly Column<unknown>[]}
          keyOf={keyOf as (row: unknown) => string}
          current={current}
        />
      </table>
      {(more || foot) && (
        <div className="table-foot">
          {more && <More {...more} shown={rows.length} />}
          {foot}
        </div>
      )}
    </div>
  )
}

const attributes = ({ only, align, nowrap }: Column<never>) => ({
  'data-only': only,
  'data-align': align,
  className: nowrap ? 'nowrap' : undefined,
})

const Rows = ({ rows, columns, keyOf, current }: BodyProps) => (
  <tbody>
    {rows.map((row) => (
      <Row key={keyOf(row)} row={row} columns={columns} isCurrent={current === keyOf(row)} />
    ))}
  </tbody>
)

/** Drawn again only when the row or the columns are others: columns that are made once keep long lists quick. */
export const Row = memo(
  ({ row, columns, isCurrent }: { row: unknown; columns: readonly Column<unknown>[]; isCurrent: boolean }) => (
    <tr aria-current={isCurrent ? 'true' : undefined}>
      {columns.map((column, i) =>
        i === 0 ? (
          <th key={column.head} scope="row" {...attributes(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.head} {...attributes(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  ),
)

/** When the last page has come, the button goes: the focus stays in the table's foot. */
function More({ count, isLoading, onMore, shown }: NonNullable<TableProps<unknown>['more']> & { shown: number }) {
  const before = useRef(shown)
  useEffect(() => {
    before.current = shown
  }, [shown])
  return (
    <>
      <Button size="small" busy={isLoading} onClick={onMore}>
        {isLoading ? 'Loading …' : `Load ${count} more`}
      </Button>
      <span>{shown} shown</span>
    </>
  )
}
