/** Typst as a program of this machine, which compiles the same template and refuses what is not PDF/UA-1. */
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../typst/', import.meta.url))
/** The only build there is of this version. */
const name = '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu'

/** Whether there is one for this machine. */
export const hasNativeTypst = process.platform === 'linux' && process.arch === 'x64'

/** Why it cannot be used; empty where it can. */
export const noNativeTypst = existsSync(join(folder, 'node_modules', name))
  ? ''
  : ' (needs Typst: run reputation/testing/typst/install)'

type Result = { result: object | null; takeError(): { shortDiagnostics: unknown[] } | null }
type Compiler = {
  compile(what: { mainFilePath: string }): Result
  pdf(compiled: object, options: { pdfStandard: string }): Uint8Array
}
type NodeCompiler = { create(options: { workspace: string; fontArgs: { fontBlobs: Buffer[] }[] }): Compiler }

/** The document as PDF/UA-1. Throws what stands against it. */
export function compileAccessible(template: string | URL, data: unknown, fonts: readonly Uint8Array[]): Uint8Array {
  const { NodeCompiler } = createRequire(join(folder, 'package.json'))(name) as { NodeCompiler: NodeCompiler }
  const workspace = mkdtempSync(join(tmpdir(), 'typst-'))
  try {
    const mainFilePath = join(workspace, 'main.typ')
    copyFileSync(template, mainFilePath)
    writeFileSync(join(workspace, 'data.json'), JSON.stringify(data))
    const fontBlobs = fonts.map((font) => Buffer.from(font))
    const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] })
    const compiled = compiler.compile({ mainFilePath })
    if (!compiled.result) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics))
    return compiler.pdf(compiled.result, { pdfStandard: 'ua-1' })
  } finally {
    rmSync(workspace, { recursive: true })
  }
}
