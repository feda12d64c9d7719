/** The hubs that a deployment could be placed at: price against emissions, and why the others are refused. */
export { CandidateTable } from './candidate-table.tsx'
export { causeWords } from './causes.ts'
export { Grade } from './grade.tsx'
export { PlacementChart } from './placement-chart.tsx'
