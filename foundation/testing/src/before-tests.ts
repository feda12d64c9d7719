import { afterAll, beforeAll } from 'vitest'

/**
 * What `start` returns: started before the tests of the `describe` that calls this, and given to `stop` after them.
 * It stands for the started thing from the beginning, so that it can be named once; only tests and hooks may use it.
 */
export function beforeTests<T extends object>(
  start: () => Promise<T>,
  stop: (started: T) => Promise<void> = async () => {},
): T {
  let started: T | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    if (started) await stop(started)
  })
  return new Proxy({} as T, {
    get(_, name) {
      if (!started) throw new Error(`${String(name)} is asked for before the tests have begun`)
      const value = Reflect.get(started, name)
      return typeof value === 'function' ? value.bind(started) : value
    },
  })
}
