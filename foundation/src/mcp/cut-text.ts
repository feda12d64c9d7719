import { maxResultBytes } from './cut-result.ts'

/** A text of at most as many bytes as an answer, which says so where its end is missing. */
export function cutText(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxResultBytes) return text
  const said = `\n\nThis text was cut to ${maxResultBytes / 1_000} kB.`
  // A character that the cut divides is left out.
  const whole = bytes
    .subarray(0, maxResultBytes - said.length)
    .toString()
    .replace(/\uFFFD+$/, '')
  return whole + said
}
