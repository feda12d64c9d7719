/** Matches that wait for a verdict: put there as they are recorded, taken out by a verdict, put back when it is withdrawn. */
export { makeListUndecided } from './list-undecided.ts'
export { type UndecidedDeps, undecidedRoutes } from './routes.ts'
export {
  add,
  addingWaiting,
  deleteBefore,
  remove,
  removeOfScreening,
  type WaitingMatch,
} from './undecided-store.ts'
