import type { Step } from './steps.ts'

/** Runs every step, says how each fared, and returns the names of those that failed. */
export async function runSteps(steps: readonly Step[], say: (line: string) => void): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of steps) {
    const begun = performance.now()
    const fault = await run()
    const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`
    say(fault === undefined ? `ok      ${name} (${took})` : `FAILED  ${name} (${took})\n${indented(fault)}`)
    if (fault !== undefined) failed.push(name)
  }
  return failed
}

const indented = (text: string) => text.replaceAll(/^/gm, '        ')
