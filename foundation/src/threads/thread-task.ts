/** What runs in a thread: a module that exports `run`, and the place where the thread finds it. */

/** The module of a task: its state lives as long as the thread does. */
export type TaskModule<Input, Result, Slice = never> = {
  run(input: Input, context: TaskContext<Slice>): Result | Promise<Result>
}

export type TaskContext<Slice> = {
  /** What was sent ahead of the input, in order. */
  slices: readonly Slice[]
  /** Aborted when the thread is closed. */
  stop: AbortSignal
  /** Has a buffer of the result moved to the caller instead of copied. */
  transfer(buffer: ArrayBuffer): void
  /**
   * Ends the thread with this task, for what it holds and cannot give back: the next task begins in a new one. Where tasks run
   * one after the other alone.
   */
  endThread(): void
}

/** A task by its module's address; `Module` carries the types of its input, its result and its slices. */
export type ThreadTask<Module> = { address: string; module?: Module }

/** `threadTask<typeof import('./sum.task.ts')>(new URL('./sum.task.ts', import.meta.url))` */
export const threadTask = <Module extends { run: (...args: never[]) => unknown }>(
  address: URL,
): ThreadTask<Module> => ({ address: address.href })

export type InputOf<Module> = Module extends { run(input: infer Input, ...rest: never[]): unknown } ? Input : never

export type ResultOf<Module> = Module extends { run(...args: never[]): infer Result } ? Awaited<Result> : never

export type SliceOf<Module> = Module extends { run(input: never, context: TaskContext<infer Slice>): unknown }
  ? Slice
  : never

/** Messages to and from the thread. */
export type ToThread =
  /** For the task of the same id, which follows. */
  | { kind: 'slice'; id: number; slice: unknown }
  /** The task that slices were sent for will not follow. */
  | { kind: 'drop'; id: number }
  | { kind: 'task'; id: number; address: string; input: unknown }
  /** Ends the thread behind what it was given before. */
  | { kind: 'close' }

/** `isLast`: the thread is to be ended. */
export type FromThread = { id: number; isLast?: boolean } & ({ result: unknown } | { error: unknown })
