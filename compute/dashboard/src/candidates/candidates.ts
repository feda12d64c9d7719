/** The hubs that a deployment could be placed at: price against emissions, and why the others are refused. */
export { Against } from './against.tsx'
export { type Candidate, CandidateTable } from './candidate-table.tsx'
export { causeWords } from './causes.ts'
export { Grade } from './grade.tsx'
export { PlacementChart } from './later-chart.tsx'
