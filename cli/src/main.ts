#!/usr/bin/env node
/** The program `svc`: the process around `run`. */
import { run } from './run.ts'
import { makeTerminal } from './terminal/terminal.ts'

// A reader that has enough, such as `head`, is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (stream === process.stdout) process.exit(process.exitCode ?? 0)
  })
}

const terminal = makeTerminal(process, process.env)
process.on('exit', () => terminal.leave())

const world = {
  env: process.env,
  terminal,
  onSignal: (received: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => received(signal))
  },
  exit: (code: number) => process.exit(code),
}

/** What was written goes out first; connections that are kept alive are not waited for. */
void run(process.argv.slice(2), world).then((code) => {
  process.exitCode = code
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
})
