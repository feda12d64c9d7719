import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Step } from '@service/compute-server/reconcile/steps.ts'
import { nextMessage } from '../harness/next-message.ts'
import type { Order, Ready, Task } from './killed-compute.process.ts'

/** Deployments by their ids. Undefined for a request whose service died before it responded. */
export type KilledCompute = {
  deploy(waitSeconds: number): Promise<string | undefined>
  stop(id: string): Promise<boolean>
  delete(id: string): Promise<boolean>
  /** At the next time that it comes there. */
  dieAt(step: Step): void
  /** Resolves once it has died. */
  readonly ended: Promise<void>
  kill(): Promise<void>
}

export type Account = { secret: string; companyId: string }

export async function startKilledCompute(
  settings: Task['settings'],
  image: string,
  known: Account | undefined,
): Promise<{ service: KilledCompute; account: Account }> {
  const task: Task = { settings, makesKey: known === undefined }
  const child: ChildProcess = fork(new URL('./killed-compute.process.ts', import.meta.url), [JSON.stringify(task)])
  const ended = once(child, 'exit').then(() => {})
  const { baseUrl, key } = (await nextMessage(child)) as Ready
  const account = known ?? key!
  const headers = { authorization: `Bearer ${account.secret}` }

  async function ask(method: string, path: string, body?: object): Promise<{ deployment_id?: string } | undefined> {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? {} : (JSON.parse(text) as { deployment_id?: string })
    } catch (error) {
      if (error instanceof TypeError) return undefined // the connection broke
      throw error
    }
  }

  return {
    account,
    service: {
      ended,
      async deploy(waitSeconds) {
        const wish = { gpu_type: 'H100', count: 1, image, wait_seconds: waitSeconds }
        return (await ask('POST', '/v1/compute/deploy', wish))?.deployment_id
      },
      stop: async (id) => (await ask('POST', `/v1/compute/deployments/${id}/stop`)) !== undefined,
      delete: async (id) => (await ask('DELETE', `/v1/compute/deployments/${id}`)) !== undefined,
      dieAt: (step) => void child.send({ dieAt: step } satisfies Order),
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    },
  }
}
