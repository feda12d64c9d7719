/** Completion in the shells themselves, with the scripts that svc prints, and keys in the keyring of a desktop session. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { describe, expect, test } from 'vitest'
import { builtProgram, environment, missingPython, svc, terminalProgram } from '../testing/svc.ts'

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const titled = (title: string, missing: string | undefined) => (missing ? `${title} (not run: ${missing})` : title)
const isLeftOut = (missing: string | undefined) => missing !== undefined && !process.env.CI

const missingZsh = has('zsh') ? missingPython : 'zsh is not installed'
const missingFish = has('fish') ? undefined : 'fish is not installed'
const missingKeyring = ['secret-tool', 'gnome-keyring-daemon', 'dbus-run-session'].every(has)
  ? undefined
  : 'libsecret-tools, gnome-keyring or dbus is not installed'

/** A folder with `svc` as it is installed, to be put on the path. */
const folder = beforeTests(
  async () => {
    const path = mkdtempSync(join(tmpdir(), 'svc-shells-'))
    const bin = join(path, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'svc'), `#!/bin/sh\nexec "${builtProgram.join('" "')}" "$@"\n`)
    chmodSync(join(bin, 'svc'), 0o755)
    return { path, env: environment({ HOME: path, TERM: 'dumb', PATH: `${bin}:${process.env.PATH}` }) }
  },
  async ({ path }) => rmSync(path, { recursive: true, force: true }),
)

const script = async (shell: string): Promise<string> => {
  const path = join(folder.path, `completion.${shell}`)
  writeFileSync(path, (await svc(['completion', shell])).stdout)
  return path
}

/** What is typed before the tabulator, and the line behind it. */
const typed = [
  ['svc hubs g', 'svc hubs get '],
  ['svc depl', 'svc deploy '],
  ['svc deploy --carb', 'svc deploy --carbon-aware '],
  ['svc deploy --region eu,nord', 'svc deploy --region eu,nordics '],
] as const

test.skipIf(isLeftOut(missingZsh))(titled('zsh completes a line as one types', missingZsh), async () => {
  const path = await script('zsh')
  const zsh = spawn('python3', [terminalProgram, '200', '30', 'zsh', '-f', '-i'], { env: folder.env, stdio: 'pipe' })
  let shown = ''
  zsh.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  const press = (keys: string) => zsh.stdin.write(`${JSON.stringify({ keys })}\n`)
  const shows = (text: string) => expect.poll(() => shown, { timeout: 20_000, interval: 20 }).toContain(text)
  try {
    const setUp = ['PS1=', 'autoload -U compinit', 'compinit -u -D', `source ${path}`]
    // Another key shows the line as it stands, and leaves it.
    setUp.push('show() { print -r -- "<$BUFFER>"; BUFFER= }', 'zle -N show', "bindkey '^X' show")
    press(`${setUp.join('; ')}; print set-up\n`)
    await shows('\nset-up')
    for (const [before, after] of typed) {
      press(`${before}\t\u0018`)
      await shows(`<${after}>`)
    }
  } finally {
    zsh.kill()
  }
})

test.skipIf(isLeftOut(missingFish))(titled('fish completes the same lines', missingFish), async () => {
  const path = await script('fish')
  for (const [before, after] of typed) {
    const words = ['--no-config', '-c', `source ${path}; complete -C "${before}"`]
    const { stdout, stderr } = spawnSync('fish', words, { env: folder.env, encoding: 'utf8' })
    expect(stdout.trimEnd(), `${before} ${stderr}`).toBe(after.trimEnd().split(' ').at(-1))
  }
})

/** In a session of its own: `steps` see a keyring that is open, and nothing of the person who runs the tests. */
const inSession = (steps: string, env: Record<string, string>) =>
  svc(['-c', `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null\n${steps}`], {
    program: ['dbus-run-session', '--', 'sh'],
    env: { ...folder.env, XDG_RUNTIME_DIR: folder.path, ...env },
  })

describe.skipIf(isLeftOut(missingKeyring)).each(databaseEngines.slice(-1))(
  titled('the keyring of the system, on $name', missingKeyring),
  (engine) => {
    const service = useService(engine)
    const account = beforeTests(() => newClient(service))

    test('holds the key, which the file then has not, until logout', async () => {
      const file = join(folder.path, '.config/service/credentials.json')
      const steps = [
        'printf %s "$KEY" | svc login --keyring --key-stdin --base-url "$ADDRESS" || exit 10',
        `cat ${file} || exit 11`,
        'svc list --json || exit 12',
        'secret-tool search --all application svc 2>&1 | grep -c "^secret = $KEY" || exit 13',
        'svc logout || exit 14',
        'if svc list; then exit 15; fi',
        'if secret-tool search application svc 2>&1 | grep "$KEY"; then exit 16; fi',
      ].join('\n')
      const { code, stdout, stderr } = await inSession(steps, { KEY: account.secret, ADDRESS: service.baseUrl })
      expect(code, stdout + stderr).toBe(0)
      expect(stdout).toContain('"keyring": "secret-tool"')
      expect(stdout).not.toContain(account.secret)
    })

    test('that does not answer is named, and nothing is kept', async () => {
      const { code, stderr } = await svc(['login', '--keyring', '--key-stdin', '--base-url', service.baseUrl], {
        env: { ...folder.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
        input: account.secret,
      })
      expect(code, stderr).toBe(4)
      expect(stderr).toContain('svc login keeps the key in a file instead')
      expect(existsSync(join(folder.path, '.config/service/credentials.json'))).toBe(false)
    })
  },
)
