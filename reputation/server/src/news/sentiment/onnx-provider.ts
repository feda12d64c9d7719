/** Sentiment from a sequence classifier on this machine, in a folder as `classifier-folder.ts` describes. */
import { readFile } from 'node:fs/promises'
import type { Probabilities } from '@service/reputation-domain/mentions/mentions.ts'
import type { SentimentProvider } from '@service/reputation-domain/sentiment/provider.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import { type Classifier, readClassifierFolder } from './classifier-folder.ts'
import { normalised, withoutDrivers } from './normalised.ts'
import { findRuntime, loadRuntime, type OnnxRuntime, type OnnxSession } from './onnx-runtime.ts'

const batchSize = 16

/** Reads the folder, and sees that the runtime is there; the model itself is loaded when there is something to judge. */
export async function openOnnxProvider(folder: string): Promise<SentimentProvider> {
  const classifier = await readClassifierFolder(folder)
  findRuntime(folder)
  let opening: Promise<Running> | undefined

  async function open(): Promise<Running> {
    const runtime = await loadRuntime(folder)
    const session = await runtime.InferenceSession.create(await readFile(classifier.modelPath))
    return { runtime, session }
  }

  return {
    name: 'onnx',
    version: classifier.version,
    async score(texts) {
      opening ??= open().catch((error) => {
        opening = undefined
        throw error
      })
      const running = await opening
      const judged: Probabilities[] = []
      for (let at = 0; at < texts.length; at += batchSize) {
        judged.push(...(await judge(running, classifier, texts.slice(at, at + batchSize))))
      }
      return judged.map(withoutDrivers)
    },
  }
}

type Running = { runtime: OnnxRuntime; session: OnnxSession }

async function judge(
  { runtime, session }: Running,
  { pieces, labels, pair, maxTokens }: Classifier,
  texts: readonly TargetedText[],
): Promise<Probabilities[]> {
  const encoded = texts.map(({ text, start, end }) =>
    pieces.encode(maxTokens, text, pair ? text.slice(start, end) : undefined),
  )
  const width = Math.max(...encoded.map(({ ids }) => ids.length))
  const tensor = (rows: readonly (readonly number[])[], padding: number) => {
    const data = new BigInt64Array(rows.length * width).fill(BigInt(padding))
    for (const [row, values] of rows.entries()) {
      for (const [column, value] of values.entries()) data[row * width + column] = BigInt(value)
    }
    return new runtime.Tensor('int64', data, [rows.length, width])
  }
  const inputs: Record<string, unknown> = {
    input_ids: tensor(
      encoded.map(({ ids }) => ids),
      pieces.padding,
    ),
    attention_mask: tensor(
      encoded.map(({ ids }) => ids.map(() => 1)),
      0,
    ),
    token_type_ids: tensor(
      encoded.map(({ segments }) => segments),
      0,
    ),
  }
  const strange = session.inputNames.find((name) => !(name in inputs))
  if (strange !== undefined) throw new Error(`The model needs the input ${strange}, which is not supported.`)
  const wanted = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]]))
  const logits = (await session.run(wanted))[session.outputNames[0] ?? '']
  if (!logits) throw new Error('The model has no output.')
  if (logits.data.length !== texts.length * labels.length) {
    throw new Error(
      `The model returned ${logits.dims.join(' × ')} numbers for ${texts.length} texts and ${labels.length} labels.`,
    )
  }
  return texts.map((_, row) => {
    const ofText = labels.map((label, column) => [label, Number(logits.data[row * labels.length + column])] as const)
    const highest = Math.max(...ofText.map(([, logit]) => logit))
    const likelihoods = ofText.map(([label, logit]) => [label, Math.exp(logit - highest)] as const)
    const probabilities = normalised(Object.fromEntries(likelihoods) as Probabilities)
    if (!probabilities) throw new Error('The model returned values that are not numbers.')
    return probabilities
  })
}
