import { announce } from '@service/ui/announcer.tsx'
import { Button } from '@service/ui/button.tsx'
import { counted } from '@service/ui/numbers.ts'
import { formatIntensity } from '@service/ui/quantities.ts'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Output } from '../../api/api.ts'
import { Grade } from '../../candidates/candidates.ts'
import { HubState } from '../model/hub-state.tsx'
import { type Box, boxAround, type Cluster, clustersOf, type Point, pointAt } from './view.ts'
import { outline } from './world-outline.ts'
import './hub-map.css'

type Hub = Output<'listHubs'>['hubs'][number]
type Placed = { hub: Hub; point: Point }

/** Between the middles of two marks. */
const gapPx = 34

/** The hubs on an outline of the countries. It repeats what the table says. */
export default function HubMap({ hubs }: { hubs: readonly Hub[] }) {
  const placed = useMemo(() => hubs.flatMap(placedHub), [hubs])
  const frame = useRef<HTMLDivElement>(null)
  const back = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [chosen, setChosen] = useState<readonly string[]>()
  const shown = placed.filter(({ hub }) => chosen === undefined || chosen.includes(hub.hub))
  const box =
    size &&
    boxAround(
      (shown.length > 0 ? shown : placed).map(({ point }) => point),
      size.width / size.height,
    )
  const clusters = box && size ? clustersOf(placed.filter(within(box)), (gapPx * box.width) / size.width) : []
  const choose = ({ items }: Cluster<Placed>) => {
    setChosen(items.map(({ hub }) => hub.hub))
    announce(`${counted(items.length, 'hub')} shown`)
    back.current?.focus()
  }
  return (
    <>
      <Legend />
      <div ref={frame} className="hub-map">
        {box && (
          <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} aria-hidden="true" focusable="false">
            <path d={outline} vectorEffect="non-scaling-stroke" />
          </svg>
        )}
        {box &&
          clusters.map((cluster) => (
            <Mark key={cluster.items[0].hub.hub} of={cluster} box={box} onChoose={() => choose(cluster)} />
          ))}
      </div>
      <div ref={back} tabIndex={-1} className="hub-map-chosen">
        {chosen !== undefined && (
          <>
            <Button size="small" onClick={() => setChosen(undefined)}>
              Show all {counted(placed.length, 'hub')}
            </Button>
            <ul>
              {shown.map(({ hub }) => (
                <li key={hub.hub}>
                  <Link to="/hubs/$hub" params={{ hub: hub.hub }}>
                    {hub.hub}
                  </Link>{' '}
                  {hub.name}, {hub.country} <Grade of={hub.carbon_score} />{' '}
                  {formatIntensity(hub.carbon_intensity_gco2_kwh)} <HubState of={hub.state} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p className="small muted">
        A hub whose operator names no location stands at a large place of its grid zone.
        {placed.length < hubs.length &&
          ` ${counted(hubs.length - placed.length, 'hub')} of the table cannot be placed.`}{' '}
        Outline: Natural Earth, public domain. Places of zones: GeoNames, CC BY 4.0.
      </p>
    </>
  )
}

const placedHub = (hub: Hub): Placed[] => (hub.location === null ? [] : [{ hub, point: pointAt(hub.location) }])

const within =
  ({ x, y, width, height }: Box) =>
  ({ point }: Placed) =>
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height

/** A square with the letter of its grid for one hub; a round one with their number for several. */
function Mark({ of: cluster, box, onChoose }: { of: Cluster<Placed>; box: Box; onChoose: () => void }) {
  const style = {
    left: `${((cluster.x - box.x) / box.width) * 100}%`,
    top: `${((cluster.y - box.y) / box.height) * 100}%`,
  }
  const [{ hub }, ...others] = cluster.items
  if (others.length === 0) {
    return (
      <Link
        to="/hubs/$hub"
        params={{ hub: hub.hub }}
        className="hub-mark grade"
        data-grade={hub.carbon_score}
        data-state={hub.state}
        style={style}
        title={`${hub.hub}, ${hub.name}`}
      >
        {hub.carbon_score}
        <span className="hidden-visually">
          : {hub.hub}, {hub.name}, {hub.country}, {hub.state}
        </span>
      </Link>
    )
  }
  const grades = [...new Set(cluster.items.map((item) => item.hub.carbon_score))].sort()
  const names = cluster.items.map((item) => item.hub.hub)
  return (
    <button
      type="button"
      className="hub-mark hub-mark-many"
      style={style}
      title={names.slice(0, 12).join(', ')}
      onClick={onChoose}
    >
      {cluster.items.length}
      <span className="hidden-visually">
        {' '}
        hubs, {grades.length === 1 ? 'all' : 'from'}{' '}
        {grades.length === 1 ? grades[0] : `${grades[0]} to ${grades.at(-1)}`}
      </span>
    </button>
  )
}

const bands = [
  ['A', 'to 50'],
  ['B', 'to 150'],
  ['C', 'to 250'],
  ['D', 'to 400'],
  ['E', 'to 600'],
  ['F', 'above'],
] as const

const Legend = () => (
  <p className="hub-map-legend small">
    <span>g/kWh × PUE:</span>
    {bands.map(([grade, words]) => (
      <span key={grade}>
        <Grade of={grade} /> {words}
      </span>
    ))}
    <span>a number: so many hubs in one place; dashed: takes nothing new</span>
  </p>
)

/** Of the element, in pixels; undefined before it is laid out. */
function useSize(element: { readonly current: HTMLElement | null }): { width: number; height: number } | undefined {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
