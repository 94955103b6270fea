import { useId } from 'react'
import type { OrderLine } from '#features/orders/schema.ts'
import { quantityProblem } from '#features/pricing/line-quantities.ts'
import { PiecesInput } from '#features/pricing/pieces-input.tsx'

/** How many pieces of each line ship now, by the position of the line. */
export interface ShipQuantities {
  /** The pieces that no shipment has, and that are in stock. */
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
