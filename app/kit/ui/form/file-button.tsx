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
  /** Whether several files can be chosen. */
  multiple?: boolean
  /** Opens the camera, where there is one. */
  capture?: boolean
  /** In a form that shows errors at its fields. */
  name?: string
  isInvalid?: boolean
  /** The id of what says more: the chosen file, an error. */
  describedBy?: string
}

/** A button that opens a file, or several. */
export function FileButton(props: FileButtonProps) {
  const {
    onChoose,
    label,
    accept,
    size = 'md',
    disabled,
    multiple,
    capture,
    name,
    isInvalid,
    describedBy,
  } = props
  const id = useId()
  return (
    <span className="inline-grid noscript:hidden">
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        multiple={multiple}
        name={name}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
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
