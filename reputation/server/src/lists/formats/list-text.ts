/** The text of a downloaded list file, or a clear refusal where the bytes cannot be one. */
import { ListFormatError } from './list-format-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true }) // drops a leading byte order mark

/** `format` names what was expected, for the message: `OFAC CSV`. */
export function listText(bytes: Uint8Array, format: string): string {
  if (bytes.length === 0) throw new ListFormatError(`The ${format} file is empty. Download it again.`)
  if (isUtf16(bytes)) {
    throw new ListFormatError(`The ${format} file is UTF-16, not UTF-8. Was it saved by an editor? Download it again.`)
  }
  const text = decoded(bytes, format)
  if (/^\s*<(?:!doctype\s+html|html)[\s>]/i.test(text.slice(0, 1_000))) {
    throw new ListFormatError(
      `The ${format} file is an HTML page, most likely an error or a login page. Check the address it comes from.`,
    )
  }
  return text
}

function decoded(bytes: Uint8Array, format: string): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new ListFormatError(
      `The ${format} file is not UTF-8: it was damaged, compressed, or saved in another encoding. Download it again.`,
      { cause },
    )
  }
}

/** By its byte order mark, or by the zero beside the first character, which is ASCII in every format of ours. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
}
