/** Runs a program of another language, as the tests of the clients do. */
import { spawn } from 'node:child_process'

/** Runs to the end; a failure shows what was said. */
export async function run(
  cwd: string,
  program: string,
  words: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => chunks.push(text))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const output = chunks.join('')
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}\n${output}`)
  return output
}
