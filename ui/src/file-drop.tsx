import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import './file-drop.css'

/** A file from this machine: chosen, or dropped anywhere on the field. Nothing is sent by it. */
export function FileDrop({
  label,
  hint,
  accept,
  file,
  onFile,
}: {
  label: string
  hint: ReactNode
  /** As of `<input type="file">`: `.csv,.ndjson`. */
  accept: string
  file: File | undefined
  onFile: (file: File) => void
}) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside choosing, never alone
    <div
      className="file-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="import" />
      <div>
        <label htmlFor={id}>{label}</label>
        <div className="small muted" id={`${id}-hint`}>
          {hint}
        </div>
      </div>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = '' // the same file can be chosen again once it has been mended
          if (chosen) onFile(chosen)
        }}
      />
      {file && (
        <bdi className="file-drop-name">
          <strong>{file.name}</strong>
        </bdi>
      )}
    </div>
  )
}
