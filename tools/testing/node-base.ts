/**
 * What the image of the services is built on where no registry of images can be reached: the Node that runs the tests, its
 * libraries and the npm of this machine, laid out as Node's official image, with the tools of busybox.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const machineCertificates = '/etc/ssl/certs/ca-certificates.crt'

/** What this machine trusts, which may be a proxy's authority. */
export const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Its root folder as an uncompressed archive, at the path. */
export function packNodeBase(archive: string): void {
  const root = mkdtempSync(join(tmpdir(), 'service-base-'))
  try {
    const at = (...parts: string[]) => join(root, ...parts)
    for (const folder of ['bin', 'etc', 'usr/bin', 'usr/local/bin', 'usr/local/lib/node_modules', 'root', 'tmp']) {
      mkdirSync(at(folder), { recursive: true })
    }
    copyFileSync('/bin/busybox', at('bin/busybox'))
    for (const tool of toolsOfBusybox()) if (tool !== 'busybox') symlinkSync('busybox', at('bin', tool))
    symlinkSync('/bin/env', at('usr/bin/env'))
    copyFileSync(process.execPath, at('usr/local/bin/node'))
    for (const library of librariesOf(process.execPath)) {
      mkdirSync(at(dirname(library)), { recursive: true })
      copyFileSync(library, at(library))
    }
    cpSync(npmFolder(), at('usr/local/lib/node_modules/npm'), { recursive: true })
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', at('usr/local/bin/npm'))
    mkdirSync(at('etc/ssl/certs'), { recursive: true })
    copyFileSync(process.env.NODE_EXTRA_CA_CERTS || machineCertificates, at(certificates))
    writeFileSync(at('etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
    writeFileSync(at('etc/group'), 'root:x:0:\nnode:x:1000:\n')
    run('tar', ['-C', root, '--owner=0', '--group=0', '-cf', archive, '.'])
  } finally {
    rmSync(root, { recursive: true })
  }
}

const toolsOfBusybox = (): string[] => run('/bin/busybox', ['--list']).trim().split('\n')

/** `libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x…)`, and the loader by its path alone; then what addons load. */
function librariesOf(program: string): string[] {
  const own = [...run('ldd', [program]).matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, path]) => path!)
  const folder = dirname(own.find((path) => path.endsWith('/libc.so.6')) ?? '')
  const further = ['librt.so.1', 'libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2'].map((name) =>
    join(folder, name),
  )
  return [...new Set([...own, ...further.filter((path) => existsSync(path))])]
}

function npmFolder(): string {
  const program = process.env.npm_execpath ?? run('sh', ['-c', 'command -v npm']).trim()
  return dirname(dirname(realpathSync(program)))
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`, { cause: error })
  return stdout
}
