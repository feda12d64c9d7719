/**
 * The lines of a stream of bytes, each decoded by itself, so that a line in another encoding, or one without end, costs
 * itself alone. A line too long is never held: its bytes are dropped as they come.
 */

export type ByteLine = { line: number; text: string } | { line: number; fault: LineFault }
export type LineFault = 'too-long' | 'not-utf-8'

const newline = 0x0a
const carriageReturn = 0x0d

export class ByteLines {
  readonly #maxBytes: number
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #pieces: Uint8Array[] = []
  #held = 0
  #line = 1
  #tooLong = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that end in the chunk. */
  push(chunk: Uint8Array): ByteLine[] {
    const lines: ByteLine[] = []
    let from = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.#hold(chunk.subarray(from, end))
      lines.push(this.#take())
      from = end + 1
    }
    this.#hold(chunk.subarray(from))
    return lines
  }

  /** The last line, if the stream does not end with one. */
  end(): ByteLine[] {
    return this.#held > 0 || this.#tooLong ? [this.#take()] : []
  }

  #hold(piece: Uint8Array): void {
    if (piece.length === 0 || this.#tooLong) return
    this.#held += piece.length
    this.#pieces.push(piece)
    if (this.#held <= this.#maxBytes) return
    this.#tooLong = true
    this.#pieces = []
  }

  #take(): ByteLine {
    if (this.#held === 0 && !this.#tooLong) return { line: this.#line++, text: '' } // there may be millions of them
    const [first, ...more] = this.#pieces
    const bytes = first && more.length === 0 ? first : Buffer.concat(this.#pieces)
    const [line, tooLong] = [this.#line++, this.#tooLong]
    this.#pieces = []
    this.#held = 0
    this.#tooLong = false
    if (tooLong) return { line, fault: 'too-long' }
    const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length
    try {
      const text = this.#decoder.decode(bytes.subarray(0, end))
      return { line, text: line === 1 ? text.replace(/^\ufeff/, '') : text }
    } catch {
      return { line, fault: 'not-utf-8' }
    }
  }
}
