/** Settings that a file holds: a secret that is mounted into a container, say. */
import { readFileSync, statSync } from 'node:fs'

const maxBytes = 64 * 1024

/** The variable that names the file in place of the one that holds the value. */
export const fileSetting = (name: string): string => `${name}_FILE`

/** Without the line end that editors leave. A fault names the setting and never repeats what the file holds. */
export function readSettingFile(setting: string, path: string): string | { fault: string } {
  try {
    const found = statSync(path)
    if (!found.isFile()) return { fault: `${setting} must name a file: ${path}` }
    if (found.size > maxBytes) return { fault: `${setting} names a file of more than ${maxBytes / 1024} KiB: ${path}` }
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return text === '' ? { fault: `${setting} names an empty file: ${path}` } : text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return { fault: `${setting} names a file that cannot be read${code}: ${path}` }
  }
}
