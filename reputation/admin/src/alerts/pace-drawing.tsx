import { Drawing, screenColours } from '@service/ui/chart.tsx'
import { paceInRow } from '@service/ui-charts/row-charts.ts'

const width = 72

export default function PaceDrawing({ pace }: { pace: readonly number[] }) {
  return <Drawing chart={paceInRow(pace, { title: '', width, max: Math.max(...pace), colours: screenColours })} />
}
