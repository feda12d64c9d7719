/**
 * What a terminal shows after so much output: the few control sequences that `svc` may send, obeyed as a terminal would. Any other is
 * a fault, for it can only have come from outside.
 */

const esc = String.fromCharCode(27)
const sequence = new RegExp(`^${esc}\\[(\\??)([\\d;]*)([A-Za-z])`)

export class Screen {
  readonly columns: number
  #lines: string[][] = [[]]
  #row = 0
  #column = 0
  /** The lines of the screen that was left for another one. */
  #below: { lines: string[][]; row: number; column: number } | undefined
  isCursorShown = true
  #rest = ''

  constructor(columns: number) {
    this.columns = columns
  }

  get isOther(): boolean {
    return this.#below !== undefined
  }

  get lines(): string[] {
    return this.#lines.map((line) => line.join('').trimEnd())
  }

  get text(): string {
    return this.lines.join('\n').trimEnd()
  }

  write(output: string): void {
    let rest = this.#rest + output
    this.#rest = ''
    while (rest !== '') {
      if (rest.startsWith(esc)) {
        const found = sequence.exec(rest)
        if (!found && rest.length < 12) {
          this.#rest = rest
          return
        }
        if (!found) throw new Error(`No sequence of svc: ${JSON.stringify(rest.slice(0, 20))}`)
        this.#obey(found[1]!, found[2]!, found[3]!)
        rest = rest.slice(found[0].length)
      } else {
        const [character] = rest
        this.#put(character!)
        rest = rest.slice(character!.length)
      }
    }
  }

  #put(character: string): void {
    if (character === '\r') this.#column = 0
    else if (character === '\n') {
      this.#row++
      this.#lines[this.#row] ??= []
    } else if (character === '\t') this.#column += 8 - (this.#column % 8)
    else if (/\p{Cc}/u.test(character)) throw new Error(`A control character: ${JSON.stringify(character)}`)
    else {
      if (this.#column >= this.columns) {
        this.#column = 0
        this.#lines[++this.#row] ??= []
      }
      const line = this.#lines[this.#row]!
      while (line.length < this.#column) line.push(' ')
      line[this.#column++] = character
    }
  }

  #obey(mark: string, numbers: string, letter: string): void {
    const known = `${mark}${mark ? numbers : ''}${letter}`
    if (known === 'm') return
    if (known === 'K') {
      const line = this.#lines[this.#row]!
      if (numbers === '2') this.#lines[this.#row] = []
      else line.length = Math.min(line.length, this.#column)
    } else if (known === 'J') this.#lines.length = this.#row + 1
    else if (known === 'H') [this.#row, this.#column] = [0, 0]
    else if (known === '?25l' || known === '?25h') this.isCursorShown = letter === 'h'
    else if (known === '?1049h') {
      this.#below = { lines: this.#lines, row: this.#row, column: this.#column }
      ;[this.#lines, this.#row, this.#column] = [[[]], 0, 0]
    } else if (known === '?1049l') {
      if (!this.#below) return
      ;[this.#lines, this.#row, this.#column] = [this.#below.lines, this.#below.row, this.#below.column]
      this.#below = undefined
    } else throw new Error(`No sequence of svc: ${known}`)
  }
}
