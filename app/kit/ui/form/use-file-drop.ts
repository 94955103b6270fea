import { type ChangeEvent, type DragEvent, useState } from 'react'

/** The handlers of an element onto which a file can be dropped, and of an input that chooses one. */
export interface FileDrop {
  /** A file is held over the element that has `target`. */
  readonly isOver: boolean
  readonly target: {
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
  onChoose(event: ChangeEvent<HTMLInputElement>): void
}

/** Calls back with a file that is dropped or chosen, and with all of them if several can be. */
export function useFileDrop(onFile: (file: File, all: readonly File[]) => void): FileDrop {
  const [isOver, setIsOver] = useState(false)
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const take = (files: FileList | null) => {
    const all = [...(files ?? [])]
    const [file] = all
    if (file) onFile(file, all)
  }
  return {
    isOver,
    target: {
      onDragOver: (event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      },
      onDrop: (event) => {
        setIsOver(false)
        if (!hasFile(event)) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
    },
    onChoose: ({ target }) => {
      take(target.files)
      // The same file can be chosen again after it was changed.
      target.value = ''
    },
  }
}
