/**
 * The rows of a table that may have thousands: in chunks, of which only those near the window are drawn. The others keep their
 * height, so that the page neither jumps nor grows. A chunk that has the focus stays, and so do all when the page is printed.
 */
import { memo, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type BodyProps, Row } from './table.tsx'

const chunkRows = 40
/** Drawn ahead of what is seen, so that neither scrolling nor the Tab key meets an empty place. */
const ahead = '800px 0px'
/** Of a chunk that was never drawn, until another has been measured. */
let rowHeightPx = 62

export const LongBody = ({ rows, ...rest }: BodyProps) =>
  Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is a place in the list, whatever rows stand there
    <Chunk key={i} rows={rows.slice(i * chunkRows, (i + 1) * chunkRows)} isFirst={i === 0} {...rest} />
  ))

type ChunkProps = BodyProps & { isFirst: boolean }

const Chunk = memo(({ rows, columns, keyOf, current, isFirst }: ChunkProps) => {
  const place = useRef<HTMLTableSectionElement>(null)
  const heightPx = useRef<number>(undefined)
  const isNear = useNear(place, isFirst, (height) => {
    heightPx.current = height
    rowHeightPx = height / rows.length
  })
  if (!isNear) {
    return (
      <tbody ref={place}>
        <tr style={{ height: heightPx.current ?? rows.length * rowHeightPx }}>
          {/* Of one column: more would be columns of their own where a narrow screen leaves some out, and take their share of the width. */}
          <td />
        </tr>
      </tbody>
    )
  }
  return (
    <tbody ref={place}>
      {rows.map((row) => (
        <Row key={keyOf(row)} row={row} columns={columns} isCurrent={current === keyOf(row)} />
      ))}
    </tbody>
  )
}, isSame)

/** The slices of two renderings are other arrays of the same rows. */
function isSame(before: ChunkProps, after: ChunkProps): boolean {
  return (
    before.columns === after.columns &&
    before.current === after.current &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, i) => row === after.rows[i])
  )
}

/** `onLeave` is given the height that the element has had. */
function useNear(
  element: { readonly current: HTMLElement | null },
  begun: boolean,
  onLeave: (heightPx: number) => void,
): boolean {
  const [isNear, setNear] = useState(begun)
  const leaving = useRef(onLeave)
  leaving.current = onLeave
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting = false, boundingClientRect } = entries.at(-1) ?? {}
        if (!isIntersecting && current.contains(document.activeElement)) return
        if (!isIntersecting && boundingClientRect) leaving.current(boundingClientRect.height)
        setNear(isIntersecting)
      },
      { rootMargin: ahead },
    )
    const drawForPrint = () => flushSync(() => setNear(true))
    observer.observe(current)
    window.addEventListener('beforeprint', drawForPrint)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', drawForPrint)
    }
  }, [element])
  return isNear
}
