import { spawn } from 'node:child_process'
import { CommandFailure, exitCode } from '../exit-code.ts'

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

export async function openInBrowser(address: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  await new Promise<void>((resolve, reject) => {
    child.on('spawn', resolve)
    child.on('error', () =>
      reject(
        new CommandFailure(
          exitCode.failure,
          `There is no ${program} to open a browser with.`,
          'Open the address above yourself.',
        ),
      ),
    )
  })
  child.unref()
}
