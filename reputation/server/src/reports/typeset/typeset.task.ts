/**
 * Sets a document as PDF with Typst, which has been compiled to WebAssembly: it reads no files and asks nobody, and the
 * same document comes out as the same bytes. It takes some 200 MB, so it runs in a thread that ends with its work. It also
 * keeps what it has set, some 10 MB of a document and 70 of a large one, to be quick with the next: from `heldMb` on the next
 * has a new thread.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import init, { type InitOutput, type TypstCompiler, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import type { TaskContext } from '@service/foundation/threads/thread-task.ts'
import type { ReportDocument } from '../model/report-document.ts'
import { chooseFonts } from './fonts.ts'
import { inLettersOf } from './in-letters-of.ts'

export type TypesetInput = { document: ReportDocument; furtherFonts?: string | undefined }

const template = new URL('./monthly-insight.typ', import.meta.url)
const main = '/main.typ'
const pages = 8
/** Of the module's memory. */
const heldMb = 60

let started: Promise<InitOutput> | undefined
/** With the fonts of the last document, which are mostly those of the next. */
let last: { key: string; compiler: TypstCompiler } | undefined

export async function run(
  { document, furtherFonts }: TypesetInput,
  { transfer, endThread }: TaskContext<never>,
): Promise<Uint8Array> {
  const text = JSON.stringify(document)
  const { fonts, covers } = chooseFonts(text, furtherFonts)
  const compiler = await compilerWith(fonts)
  const data = inLettersOf(document, covers)
  const once = compile(compiler, { ...data, fit: false })
  const bytes = pageCount(once) === pages ? once : compile(compiler, { ...data, fit: true })
  const held = (await started)?.memory.buffer.byteLength ?? 0
  if (held > heldMb * 1_000_000) endThread()
  transfer(bytes.buffer)
  return bytes
}

function compile(compiler: TypstCompiler, data: ReportDocument & { fit: boolean }): Uint8Array<ArrayBuffer> {
  compiler.map_shadow('/data.json', new TextEncoder().encode(JSON.stringify(data)))
  const { result, diagnostics } = compiler.compile(main, undefined, 'pdf', 2) as Compiled
  if (!result) throw new Error(`The report could not be set: ${JSON.stringify(diagnostics)}`)
  return Uint8Array.from(result) // of its own memory, not the module's
}

/** As the root of the document's pages says. */
const pageCount = (pdf: Uint8Array): number =>
  Number(/\/Type \/Pages[^>]*?\/Count (\d+)/.exec(Buffer.from(pdf).toString('latin1'))?.[1])

type Compiled = { result?: Uint8Array; diagnostics?: unknown }

async function compilerWith(fonts: readonly Uint8Array[]): Promise<TypstCompiler> {
  const key = fonts.map(({ byteLength }) => byteLength).join()
  if (last?.key === key) return last.compiler
  const wasm = createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm')
  started ??= init({ module_or_path: readFileSync(wasm) })
  await started
  last?.compiler.free()
  last = undefined
  const builder = new TypstCompilerBuilder()
  builder.set_dummy_access_model()
  for (const font of fonts) await builder.add_raw_font(font)
  const compiler = await builder.build()
  compiler.add_source(main, readFileSync(template, 'utf8'))
  last = { key, compiler }
  return compiler
}
