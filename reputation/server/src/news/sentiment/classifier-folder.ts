/**
 * What is known of a sequence classifier from its folder, before it is run:
 *
 * - `model.onnx`: takes `input_ids`, `attention_mask` and, if it wants them, `token_type_ids`; gives one row of logits a text
 * - `tokenizer.json` (word pieces only), or `vocab.txt`, beside which `tokenizer_config.json` may say `do_lower_case`
 * - `config.json` with `id2label`, or `labels.json`, a list: negative, neutral and positive, in the order of the logits
 * - `classifier.json`, if at all: `{"pair": true}` for a model that is given the target behind the text as a second text,
 *   `{"maxTokens": 128}` for one that takes fewer than 256 word pieces
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Label } from '@service/reputation-domain/mentions/mentions.ts'
import { type Vocabulary, WordPieces } from './word-pieces.ts'

export type Classifier = {
  modelPath: string
  pieces: WordPieces
  /** In the order of the logits. */
  labels: readonly Label[]
  pair: boolean
  maxTokens: number
  /** Changes with every byte of the files. */
  version: string
}

const names = [
  'model.onnx',
  'tokenizer.json',
  'vocab.txt',
  'tokenizer_config.json',
  'config.json',
  'labels.json',
  'classifier.json',
] as const
type Files = Partial<Record<(typeof names)[number], Buffer>>

/** Throws an `Error` that says what is missing, in words for the operator. */
export async function readClassifierFolder(folder: string): Promise<Classifier> {
  const files: Files = {}
  for (const name of names) {
    const content = await readFile(join(folder, name)).catch(() => undefined)
    if (content) files[name] = content
  }
  if (!files['model.onnx']) throw new Error(`There is no model.onnx in ${folder}.`)
  const { pair = false, maxTokens = 256 } = json<{ pair?: boolean; maxTokens?: number }>(files, 'classifier.json') ?? {}
  if (typeof pair !== 'boolean' || !Number.isInteger(maxTokens) || maxTokens < 8 || maxTokens > 4_096) {
    throw new Error('classifier.json must be {"pair": true or false, "maxTokens": 8 to 4096}.')
  }
  return {
    modelPath: join(folder, 'model.onnx'),
    pieces: new WordPieces(vocabularyIn(files)),
    labels: labelsIn(files),
    pair,
    maxTokens,
    version: versionOf(files),
  }
}

type TokenizerFile = {
  model?: { type?: string; vocab?: Record<string, number>; unk_token?: string; continuing_subword_prefix?: string }
  normalizer?: { lowercase?: boolean } | null
}

function vocabularyIn(files: Files): Vocabulary {
  const tokenizer = json<TokenizerFile>(files, 'tokenizer.json')
  if (tokenizer) {
    const { type = 'WordPiece', vocab, unk_token = '[UNK]', continuing_subword_prefix = '##' } = tokenizer.model ?? {}
    if (type !== 'WordPiece' || !vocab) {
      throw new Error('tokenizer.json does not use WordPiece. Only classifiers such as BERT are supported.')
    }
    const lowercase = tokenizer.normalizer?.lowercase ?? false
    return { ids: new Map(Object.entries(vocab)), lowercase, prefix: continuing_subword_prefix, unknown: unk_token }
  }
  const words = files['vocab.txt']?.toString('utf8').split(/\r?\n/)
  if (!words) throw new Error('There is neither tokenizer.json nor vocab.txt next to model.onnx.')
  const { do_lower_case: lowercase = true } = json<{ do_lower_case?: boolean }>(files, 'tokenizer_config.json') ?? {}
  const ids = new Map(words.flatMap((word, id) => (word === '' ? [] : [[word, id] as const])))
  return { ids, lowercase, prefix: '##', unknown: '[UNK]' }
}

function labelsIn(files: Files): Label[] {
  const listed = json<string[]>(files, 'labels.json')
  const config = json<{ id2label?: Record<string, string> }>(files, 'config.json')
  const found = Array.isArray(listed)
    ? listed
    : Object.entries(config?.id2label ?? {})
        .sort(byId)
        .map(([, label]) => label)
  const labels = found.map((label) => String(label).toLowerCase())
  const expected: Label[] = ['negative', 'neutral', 'positive']
  if (labels.length !== expected.length || !expected.every((label) => labels.includes(label))) {
    throw new Error(
      'The labels (labels.json, or id2label in config.json) must be negative, neutral and positive, in the order of the logits.',
    )
  }
  return labels as Label[]
}

const byId = ([a]: [string, string], [b]: [string, string]): number => Number(a) - Number(b)

function json<Content>(files: Files, name: keyof Files): Content | undefined {
  const content = files[name]
  if (!content) return undefined
  try {
    return JSON.parse(content.toString('utf8')) as Content
  } catch {
    throw new Error(`${name} is not JSON.`)
  }
}

function versionOf(files: Files): string {
  const hash = createHash('sha256')
  for (const name of names) {
    const content = files[name]
    if (content) hash.update(`${name} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 12)
}
