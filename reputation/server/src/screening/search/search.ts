/** Finding recorded screenings by text and verdict. */
export { currentVerdicts } from './current-verdicts.ts'
export { type SearchDeps, searchRoutes } from './routes.ts'
export { makeSearchRecords } from './search-records.ts'
