import type { Engine } from '@service/compute-engines/engine.ts'

/** The engine with some of its methods replaced. */
export const alteredEngine = (engine: Engine, changes: Partial<Engine>): Engine => ({
  kind: engine.kind,
  probe: (...asked) => engine.probe(...asked),
  apply: (...asked) => engine.apply(...asked),
  inspect: (...asked) => engine.inspect(...asked),
  list: (...asked) => engine.list(...asked),
  stop: (...asked) => engine.stop(...asked),
  remove: (...asked) => engine.remove(...asked),
  logs: (...asked) => engine.logs(...asked),
  usage: (...asked) => engine.usage(...asked),
  watch: (...asked) => engine.watch(...asked),
  close: () => engine.close(),
  ...changes,
})
