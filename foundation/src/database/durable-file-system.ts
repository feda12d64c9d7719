/**
 * PGlite's files in a host folder, with `fsync` reaching the disk.
 *
 * PGlite's file layer has no `fsync`: PostgreSQL calls it at every commit, and it succeeds without doing anything. Here
 * the call goes to the host, and a rename (of a WAL segment, of `pg_control`'s like) also flushes the folder that holds
 * the new name. `flushes` counts the calls, so that a start can prove that commits reach the disk; `bytesWritten` tells
 * when a checkpoint is due.
 *
 * See https://github.com/electric-sql/pglite/issues/1107.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What Emscripten's NODEFS has at run time and its typings leave out. `nfd` is the host's file descriptor. */
type NodeFileSystem = {
  realPath(node: unknown): string
  stream_ops: {
    fsync?: (stream: { nfd: number }) => number
    write: (stream: unknown, buffer: Uint8Array, offset: number, length: number, position: number) => number
  }
  node_ops: { rename: (node: unknown, newFolder: unknown, newName: string) => void }
}

export class DurableFileSystem extends NodeFS {
  flushes = 0
  bytesWritten = 0

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    preRun.push((module) => this.#passOn(module.NODEFS as unknown as NodeFileSystem))
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #passOn(files: NodeFileSystem): void {
    files.stream_ops.fsync = ({ nfd }) => {
      this.flushes++
      fsyncSync(nfd) // a failure throws, which PostgreSQL sees as an error: it stops
      return 0
    }
    const write = files.stream_ops.write
    files.stream_ops.write = (stream, buffer, offset, length, position) => {
      this.bytesWritten += length
      return write(stream, buffer, offset, length, position)
    }
    const rename = files.node_ops.rename
    files.node_ops.rename = (node, newFolder, newName) => {
      rename(node, newFolder, newName)
      flushFolder(files.realPath(newFolder))
    }
  }
}

function flushFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export const flushParent = (path: string): void => flushFolder(dirname(path))
