import { useId } from 'react'
import type { OrderLine } from '#features/orders/schema.ts'
import { quantityProblem } from '../line-quantities.ts'

/** How many pieces of each line ship now, by the position of the line. */
export interface ShipQuantities {
  /** The pieces that no shipment has. */
  readonly left: ReadonlyMap<number, number>
  /** What was typed. */
  readonly quantities: Readonly<Record<number, string>>
  readonly onType: (position: number, text: string) => void
}

/** How many pieces of a line ship now; nothing for one with none left. */
export function ShipQuantity(props: ShipQuantities & { line: OrderLine; position: number }) {
  const { line, position, left, quantities, onType } = props
  const id = useId()
  const leftOfLine = left.get(position)
  if (leftOfLine === undefined) return null
  const text = quantities[position] ?? String(leftOfLine)
  const problem = quantityProblem(text, leftOfLine)
  return (
    <>
      <PiecesInput
        label={`Pieces to ship of ${line.sku} ${line.product}`}
        value={text}
        isInvalid={problem !== undefined}
        describedBy={problem && id}
        onType={(typed) => onType(position, typed)}
      />
      {problem && (
        <span id={id} className="block text-bad">
          {problem}
        </span>
      )}
    </>
  )
}

type PiecesInputProps = {
  id?: string
  label?: string
  value: string
  isInvalid: boolean
  describedBy?: string | undefined
  onType: (text: string) => void
}

/** A number of pieces of a line, which is selected when it gets the focus. */
export const PiecesInput = ({ id, label, value, isInvalid, describedBy, onType }: PiecesInputProps) => (
  <input
    id={id}
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    value={value}
    maxLength={15}
    aria-invalid={isInvalid || undefined}
    aria-describedby={describedBy}
    onChange={({ target }) => onType(target.value)}
    onFocus={({ target }) => target.select()}
    className="h-9 w-24 rounded border border-edge bg-paper px-2 text-end text-base hover:border-ink aria-invalid:border-bad pointer-coarse:h-11"
  />
)
