import type { ChildProcess } from 'node:child_process'

/** The next message of a forked process. */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The measured process has ended early.'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })
}
