import type { KeyboardEvent } from 'react'
import { piecesText } from '#kit/text/count-text.ts'
import type { QuantityTerms } from './quantity-terms.ts'
import { stepQuantity } from './typed-quantity.ts'

type LineQuantityProps = {
  /** As it is typed. */
  value: string
  /** How it is read. */
  quantity: number
  /** Undefined while the part is unknown. */
  terms: QuantityTerms | undefined
  /** What the line is called, for screen readers. */
  name: string
  noteId: string
  /** The text cannot be read: the note says why. */
  isUnread?: boolean
  className: string
  onChange: (text: string) => void
  onBlur?: () => void
}

/** The quantity of a line in a list: typed, or by arrow keys. */
export function LineQuantity({
  value,
  quantity,
  terms,
  name,
  noteId,
  isUnread = false,
  className,
  onChange,
  onBlur,
}: LineQuantityProps) {
  const step = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !terms) return
    event.preventDefault()
    onChange(String(stepQuantity(value, terms, event.key === 'ArrowUp' ? 'up' : 'down')))
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      role="spinbutton"
      aria-label={`Quantity of ${name}`}
      aria-valuenow={quantity}
      aria-valuetext={piecesText(quantity)}
      aria-valuemin={terms?.minimum}
      aria-describedby={noteId}
      aria-invalid={isUnread || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={step}
      onBlur={onBlur}
      className={className}
    />
  )
}
