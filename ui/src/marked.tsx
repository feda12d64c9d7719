/** Text with some of its places marked, as text. Places may not overlap; those out of order or out of the text are left out. */
import type { ReactNode } from 'react'

export type Mark = { start: number; end: number; kind?: 'good' | 'bad' | undefined; title?: string | undefined }

export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { start, end, kind, title } of [...marks].sort((a, b) => a.start - b.start)) {
    if (start < at || end <= start || end > text.length) continue
    pieces.push(
      text.slice(at, start),
      <mark key={start} data-kind={kind} title={title}>
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <bdi>
      {pieces}
      {text.slice(at)}
    </bdi>
  )
}
