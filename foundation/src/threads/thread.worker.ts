/** The inside of a `WorkerThread`: loads the modules of tasks as they are asked for, and runs them. */
import { parentPort } from 'node:worker_threads'
import type { FromThread, TaskModule, ToThread } from './thread-task.ts'

const port = parentPort!
const stop = new AbortController()
const slices = new Map<number, unknown[]>()
const running = new Set<Promise<void>>()

port.on('message', (message: ToThread) => {
  if (message.kind === 'slice') keep(message.id, message.slice)
  else if (message.kind === 'task') track(runTask(message))
  else if (message.kind === 'drop') slices.delete(message.id)
  else void close()
})

function keep(id: number, slice: unknown): void {
  const before = slices.get(id)
  if (before) before.push(slice)
  else slices.set(id, [slice])
}

function track(task: Promise<void>): void {
  running.add(task)
  void task.then(() => running.delete(task))
}

async function runTask({ id, address, input }: Extract<ToThread, { kind: 'task' }>): Promise<void> {
  const moved: ArrayBuffer[] = []
  const transfer = (buffer: ArrayBuffer) => void moved.push(buffer)
  let isLast = false
  const endThread = () => {
    isLast = true
  }
  const context = { slices: slices.get(id) ?? [], stop: stop.signal, transfer, endThread }
  slices.delete(id)
  let message: FromThread
  try {
    const task: TaskModule<unknown, unknown, unknown> = await import(address)
    const result = await task.run(input, context)
    message = { id, result, isLast }
  } catch (error) {
    message = { id, error, isLast }
  }
  try {
    port.postMessage(message, 'error' in message ? [] : moved)
  } catch (cause) {
    // What cannot be copied to the other thread would end this one, and every task in it.
    const failed = 'error' in message ? message.error : cause
    port.postMessage({ id, error: new Error(String(failed)), isLast })
  }
}

/** Tasks that wait for something outside give it up; what they answer is still sent. */
async function close(): Promise<void> {
  stop.abort()
  await Promise.all(running)
  port.close()
}
