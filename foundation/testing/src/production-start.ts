import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { StartedProgram } from './started-program.ts'

/** What holds of the program of every service when it is started to serve customers. */
export function testProductionStart(start: () => StartedProgram): void {
  test('the production start prints no key, and JSON lines alone', async () => {
    const { child, exited, says } = start()
    await says(/"msg":"serving"/)
    child.kill('SIGINT')
    const { code, output } = await exited
    expect(code).toBe(0)
    expect(output).not.toContain('svc_')
    for (const line of output.trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow()
  })
}

/** A program ends without a fault on a signal. */
export async function expectEndOnSignal({ child, exited }: StartedProgram): Promise<void> {
  child.kill('SIGTERM')
  expect((await exited).code).toBe(0)
}

/** A program ends without a fault when the process that started it dies. */
export async function expectEndWithParent({ child }: StartedProgram): Promise<void> {
  const ended = once(child, 'exit') // `close` never comes once the channel is cut from this side
  child.disconnect()
  expect(await ended).toEqual([0, null])
}
