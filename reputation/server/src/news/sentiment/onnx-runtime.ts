/**
 * The runtime of ONNX models, where the operator has installed it: it is no dependency of ours, for most will never need
 * it. It is looked for beside the model first, so that it can be installed there and leaves the service as it is.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const runtimePackage = 'onnxruntime-web'

export type OnnxTensor = { data: ArrayLike<number>; dims: readonly number[] }

export type OnnxSession = {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(inputs: Record<string, unknown>): Promise<Record<string, OnnxTensor>>
}

export type OnnxRuntime = {
  env: { wasm: { numThreads?: number } }
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown
  InferenceSession: { create(model: Uint8Array, options?: object): Promise<OnnxSession> }
}

/** Where it is installed. Throws an `Error` that tells how to install it. */
export function findRuntime(folder: string): string {
  for (const place of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(place).resolve(runtimePackage)
    } catch {}
  }
  throw new Error(
    `The sentiment provider onnx needs ${runtimePackage}, which is not installed. Install it next to the model: ` +
      `npm install --prefix ${folder} ${runtimePackage}`,
  )
}

export async function loadRuntime(folder: string): Promise<OnnxRuntime> {
  const loaded = await import(pathToFileURL(findRuntime(folder)).href)
  const runtime: OnnxRuntime = loaded.InferenceSession ? loaded : loaded.default
  // Threads of its own would compete with those that serve.
  runtime.env.wasm.numThreads = 1
  return runtime
}
