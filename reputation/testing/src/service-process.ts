/** The production start in a process of its own, to be killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'

const program = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export type ServiceProcess = { baseUrl: string; kill(): Promise<void> }

/** Resolves once it is ready. */
export async function startProcess({ settings }: TestEnvironment): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...process.env, ...settings, REPUTATION_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  let text = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    const [, baseUrl] = /"url":"([^"]+)".*"msg":"serving"/.exec(text) ?? []
    if (!baseUrl) continue
    child.stdout.resume()
    while ((await fetch(`${baseUrl}/readyz?capability=screening`)).status !== 200) await sleep(50)
    return { baseUrl, kill }
  }
  throw new Error(`It ended without serving: ${text}`)
}
