import { useId } from 'react'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { buttonClasses } from './button.tsx'
import type { FileDrop } from './use-file-drop.ts'

type FileButtonProps = Pick<FileDrop, 'onChoose'> & {
  label: string
  /** The kinds of files, as of `accept`. */
  accept: string
  size?: 'sm' | 'md'
  disabled?: boolean
  /** Opens the camera, where there is one. */
  capture?: boolean
}

/** A button that opens a file. */
export function FileButton({ onChoose, label, accept, size = 'md', disabled, capture }: FileButtonProps) {
  const id = useId()
  return (
    <span className="inline-grid noscript:hidden">
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        capture={capture && 'environment'}
        className="peer sr-only"
        onChange={onChoose}
      />
      <label
        htmlFor={id}
        className={classNames(
          buttonClasses({ variant: 'secondary', size }),
          'peer-focus-visible:outline-2 peer-focus-visible:outline-link peer-focus-visible:outline-offset-2',
        )}
      >
        {label}
      </label>
    </span>
  )
}
