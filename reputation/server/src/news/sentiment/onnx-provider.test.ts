/**
 * The runtime of ONNX models is no dependency: what needs it runs where TEST_ONNX_RUNTIME names a folder in which
 * `npm install onnxruntime-web` was run.
 */
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { readClassifierFolder } from './classifier-folder.ts'
import { openOnnxProvider } from './onnx-provider.ts'

const fixture = fileURLToPath(new URL('./fixtures/tiny-classifier/', import.meta.url))
const runtime = process.env.TEST_ONNX_RUNTIME
const hasRuntime = runtime !== undefined && existsSync(join(runtime, 'node_modules', 'onnxruntime-web'))
if (!hasRuntime) console.log('TEST_ONNX_RUNTIME names no folder with onnxruntime-web: no ONNX model is run.')

const made: string[] = []
function aFolder(files: Record<string, string | undefined> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'classifier-'))
  made.push(folder)
  cpSync(fixture, folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) rmSync(join(folder, name))
    else writeFileSync(join(folder, name), content)
  }
  return folder
}
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

describe('the folder of a classifier', () => {
  test('holds the model, its vocabulary and its labels', async () => {
    const { labels, pair, maxTokens } = await readClassifierFolder(aFolder())
    expect({ labels, pair, maxTokens }).toEqual({
      labels: ['negative', 'neutral', 'positive'],
      pair: false,
      maxTokens: 256,
    })
  })

  test('makes a version that changes with every file', async () => {
    const versions = await Promise.all(
      [{}, {}, { 'labels.json': '["positive","neutral","negative"]' }, { 'classifier.json': '{"pair":true}' }].map(
        async (files) => (await readClassifierFolder(aFolder(files))).version,
      ),
    )
    expect(versions[0]).toBe(versions[1])
    expect(new Set(versions).size).toBe(3)
  })

  test.each([
    [{ 'model.onnx': undefined }, 'There is no model.onnx'],
    [{ 'vocab.txt': undefined }, 'neither tokenizer.json nor vocab.txt'],
    [{ 'tokenizer.json': '{"model":{"type":"BPE","vocab":{}}}' }, 'does not use WordPiece'],
    [{ 'tokenizer.json': '{' }, 'tokenizer.json is not JSON'],
    [
      { 'config.json': '{"id2label":{"0":"LABEL_0","1":"LABEL_1","2":"LABEL_2"}}' },
      'must be negative, neutral and positive',
    ],
    [{ 'config.json': undefined }, 'must be negative, neutral and positive'],
    [{ 'classifier.json': '{"maxTokens":"many"}' }, 'classifier.json must be'],
  ])('that is incomplete is refused with a message: %j', async (files, words) => {
    await expect(readClassifierFolder(aFolder(files))).rejects.toThrow(words)
  })

  test('reads tokenizer.json as it does vocab.txt', async () => {
    const vocab = { '[PAD]': 0, '[UNK]': 1, '[CLS]': 2, '[SEP]': 3, Acme: 4 }
    const tokenizer = { normalizer: { lowercase: false }, model: { type: 'WordPiece', vocab, unk_token: '[UNK]' } }
    const { pieces } = await readClassifierFolder(aFolder({ 'tokenizer.json': JSON.stringify(tokenizer) }))
    expect(pieces.encode(8, 'Acme acme').ids).toEqual([2, 4, 1, 3])
  })
})

test.runIf(!hasRuntime)('without the runtime the error says how to install it', async () => {
  const folder = aFolder()
  await expect(openOnnxProvider(folder)).rejects.toThrow(`npm install --prefix ${folder} onnxruntime-web`)
})

describe.runIf(hasRuntime)('a classifier that is run', () => {
  const open = (files: Record<string, string | undefined> = {}) => {
    const folder = aFolder(files)
    symlinkSync(join(runtime!, 'node_modules'), join(folder, 'node_modules'))
    return openOnnxProvider(folder)
  }
  const about = (text: string) => ({ text, start: 0, end: 4 })

  test('judges texts by what they say, each by itself however many there are', async () => {
    const provider = await open()
    const kinds = ['Acme praised, excellent profits', 'Acme sued, fraud', 'Acme opens a shop']
    const texts = Array.from({ length: 50 }, (_, index) => about(kinds[index % 3]!))
    const sentiments = await provider.score(texts)
    expect(sentiments.map(({ label }) => label)).toEqual(
      texts.map((_, index) => ['positive', 'negative', 'neutral'][index % 3]),
    )
    const [alone] = await provider.score(texts.slice(2, 3))
    const { negative, neutral, positive } = alone!.probabilities
    expect([negative, neutral, positive].map((value) => value.toFixed(4))).toEqual(['0.2119', '0.5761', '0.2119'])
    expect(sentiments[2]).toEqual(alone)
  })

  test('has its labels in the order that its folder says', async () => {
    const provider = await open({ 'labels.json': '["positive","neutral","negative"]' })
    expect((await provider.score([about('Acme sued')]))[0]!.label).toBe('positive')
  })

  test('that is not a model is reported as such', async () => {
    const provider = await open({ 'model.onnx': 'no model' })
    await expect(provider.score([about('Acme sued')])).rejects.toThrow()
  })
})
