/**
 * Allocations: the attempts to run a deployment at a hub, each with the GPUs that it holds. The placer inserts one with
 * every attempt, the reconciler moves it on (`reconcile/outcome-store.ts`), and its GPUs are given back when it is released.
 */
export * as allocations from './allocation-store.ts'
