/**
 * A process that makes a file of sealing keys, to run beside others and to be killed: `key-file.process.ts <file>
 * [<step to die at>]`. Prints the id of the key it found or made.
 */
import { randomBytes } from 'node:crypto'
import { type KeyFileStep, keepKeyFile } from '@service/foundation/sealing/key-file.ts'

const [file, dieAt] = process.argv.slice(2) as [string, KeyFileStep | undefined]
const { keys, generated } = keepKeyFile(file, {
  randomBytes,
  atStep(step) {
    if (step === dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
process.stdout.write(JSON.stringify({ id: keys[0].id, generated }))
