import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { greeting } from './container-service.ts'

/** Debian's busybox-static: the one program that an image of ours holds. */
const busybox = '/bin/busybox'
const commands = [
  'sh',
  'httpd',
  'sleep',
  'dd',
  'env',
  'cat',
  'echo',
  'true',
  'id',
  'nc',
  'kill',
  'tr',
  'head',
  'hostname',
]

export const hasBusybox = (): boolean => existsSync(busybox)

/** As the first process of a container a shell heeds no signal without a trap for it. */
const serve = 'trap "exit 0" TERM; echo serving; httpd -f -p 8080 -h /www & wait'
export const imageCommand: readonly string[] = ['/bin/sh', '-c', serve]
export const imagePort = 8080

/** For the `--change` of `podman import` and `docker import`. */
export const imageChanges: readonly string[] = [`CMD ${JSON.stringify(imageCommand)}`, `EXPOSE ${imagePort}`]

/** The root folder of an image, packed by `tar`. */
export function packRootFolder(): Buffer {
  const root = mkdtempSync(join(tmpdir(), 'service-image-'))
  try {
    for (const folder of ['bin', 'www', 'tmp']) mkdirSync(join(root, folder))
    writeFileSync(join(root, 'bin', 'busybox'), readFileSync(busybox), { mode: 0o755 })
    for (const name of commands) symlinkSync('busybox', join(root, 'bin', name))
    writeFileSync(join(root, 'www', 'index.html'), greeting)
    const packed = spawnSync('tar', ['-C', root, '--owner=0', '--group=0', '-c', '.'], { maxBuffer: 2 ** 26 })
    if (packed.status !== 0) throw new Error(`tar: ${packed.stderr}`, { cause: packed.error })
    return packed.stdout
  } finally {
    rmSync(root, { recursive: true })
  }
}
