import { drawing, element, short, text } from '@service/ui-charts/element.ts'
import { Drawing, screenColours } from '../chart.tsx'
import type { Attempt } from './model/words.ts'

const [width, height] = [360, 34]

/** Attempts on a scale of time, with the seconds since the first; each stands in words below. */
export function AttemptLine({ attempts }: { attempts: readonly Attempt[] }) {
  const [first] = attempts
  const last = attempts.at(-1)
  if (!first || !last || attempts.length < 2) return null
  const begun = new Date(first.at).getTime()
  const span = Math.max(1, new Date(last.at).getTime() - begun)
  // Sent again days later, the retries of before would lie on one another.
  if (span > 120_000) return null
  const x = (at: string) => 8 + ((new Date(at).getTime() - begun) / span) * (width - 52)
  const mark = ({ at, outcome }: Attempt) => {
    const here = short(x(at))
    return outcome === 'succeeded'
      ? element('circle', { cx: here, cy: 10, r: 5, fill: screenColours.up })
      : element('path', {
          d: `M${short(here - 4)} 6l8 8M${short(here + 4)} 6l-8 8`,
          stroke: screenColours.down,
          'stroke-width': 2,
          fill: 'none',
        })
  }
  return (
    <Drawing
      chart={drawing({ width, height, title: 'Attempts over time' }, [
        element('path', { d: `M8 10H${width - 44}`, stroke: screenColours.grid, 'stroke-width': 1.5 }),
        ...attempts.map(mark),
        ...attempts.map(({ at }) =>
          text(x(at), 30, `${((new Date(at).getTime() - begun) / 1_000).toFixed(0)} s`, {
            'text-anchor': x(at) < 16 ? 'start' : 'middle',
            fill: screenColours.muted,
            'font-size': 9,
          }),
        ),
      ])}
    />
  )
}
