/** An SSH server of the tests' own, OpenSSH's, a process for each connection, with a key that may sign in. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './service-process.ts'

const program = '/usr/sbin/sshd'

/** For `describe.runIf`. Continuous integration, run as root, has it; elsewhere it is said when it is missing. */
export function hasSshServer(): boolean {
  if (existsSync(program) && spawnSync('ssh', ['-V']).status === 0) return true
  const reason = 'openssh-server is not installed'
  if (process.env.CI === 'true' && process.getuid?.() === 0) throw new Error(`CI tests through SSH, and ${reason}.`)
  console.log(`Tests through SSH are left out: ${reason}.`)
  return false
}

export type TestSshServer = {
  user: string
  port: number
  /** Paths: of the key that may sign in, one that may not, and of the file of known hosts. */
  identity: string
  stranger: string
  knownHosts: string
  /** Of no host. */
  noHosts: string
  /** Ends every connection as a host does that is gone. */
  cut(): void
  close(): Promise<void>
}

export async function startSshServer(): Promise<TestSshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'service-sshd-'))
  const file = (name: string): string => join(folder, name)
  for (const name of ['host', 'identity', 'stranger']) {
    runProgram('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)], {})
  }
  copyFileSync(file('identity.pub'), file('authorized'))
  writeFileSync(file('none'), '')
  writeFileSync(
    file('sshd_config'),
    `HostKey ${file('host')}
AuthorizedKeysFile ${file('authorized')}
AuthenticationMethods publickey
StrictModes no
UsePAM no
PidFile none
`,
  )
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true }) // as root it wants that, empty
  const sessions = new Set<ChildProcess>()
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const session = spawn(program, ['-i', '-e', '-f', file('sshd_config')], { stdio: [socket, socket, 'ignore'] })
    sessions.add(session.once('exit', () => sessions.delete(session)))
    socket.on('error', () => {}).destroy() // the process has it
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [kind, key] = readFileSync(file('host.pub'), 'utf8').split(' ')
  writeFileSync(file('known'), `[127.0.0.1]:${port} ${kind} ${key}\n`)
  const cut = () => {
    for (const session of sessions) session.kill('SIGKILL')
  }
  return {
    ...{ user: userInfo().username, port, cut },
    ...{ identity: file('identity'), stranger: file('stranger'), knownHosts: file('known'), noHosts: file('none') },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
