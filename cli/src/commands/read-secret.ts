/** A secret from the keyboard, which shows nothing of it, or from a pipe. */
import type { ReadStream } from 'node:tty'
import { CommandFailure, exitCode } from '../exit-code.ts'
import { esc, type Terminal } from '../terminal/terminal.ts'

const maxLength = 16_384
const control = { interrupt: 3, end: 4, backspace: 8, killLine: 21, delete: 127 }

export async function readStdin(stdin: ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk
    if (text.length > maxLength) throw new CommandFailure(exitCode.usage, 'stdin is too long to be a secret.')
  }
  return text
}

export async function readSecret(terminal: Terminal, prompt: string): Promise<string> {
  const { stdin, stderr } = terminal
  // Before the prompt: what is typed at once must not be shown either.
  const release = terminal.whenLeft(() => stdin.setRawMode(false))
  stdin.setRawMode(true)
  stderr.write(prompt)
  stdin.setEncoding('utf8')
  try {
    let secret = ''
    for await (const text of stdin as AsyncIterable<string>) {
      // Pasted text comes as a whole, with signs around it where the terminal was asked for them.
      for (const character of text.replace(pasteSigns, '')) {
        const code = character.charCodeAt(0)
        if (character === '\r' || character === '\n' || code === control.end) return secret
        if (code === control.interrupt) throw new CommandFailure(exitCode.interrupted, 'Interrupted. Nothing was kept.')
        if (code === control.killLine) secret = ''
        else if (code === control.delete || code === control.backspace) secret = secret.slice(0, -1)
        else if (code >= 32) secret += character
      }
    }
    return secret
  } finally {
    release()
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

const pasteSigns = new RegExp(`${esc}\\[20[01]~`, 'g')
