import { useId } from 'react'
import type { OrderDetails, OrderLine, ShipmentLine } from '#features/orders/schema.ts'
import { quantityProblem } from '#features/pricing/line-quantities.ts'
import { PiecesInput } from '#features/pricing/pieces-input.tsx'
import { formatCount } from '#kit/text/count-text.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

type ReturnRowsProps = {
  order: Pick<OrderDetails, 'lines'>
  /** The pieces that can be returned. */
  returnable: readonly ShipmentLine[]
  /** What was typed, by position. */
  typed: Readonly<Record<number, string>>
  onType: (position: number, text: string) => void
}

/** The lines of an order that can be returned, each with the pieces to return of it. */
export const ReturnRows = ({ order, returnable, typed, onType }: ReturnRowsProps) => (
  <ul className="grid grid-cols-1 border-line border-t text-sm">
    {returnable.map(({ position, quantity }) => {
      const line = order.lines[position]
      return (
        line && (
          <Row
            key={position}
            line={line}
            most={quantity}
            text={typed[position] ?? ''}
            onType={(text) => onType(position, text)}
          />
        )
      )
    })}
  </ul>
)

type RowProps = { line: OrderLine; most: number; text: string; onType: (text: string) => void }

function Row({ line: { sku, product }, most, text, onType }: RowProps) {
  const id = useId()
  const problem = quantityProblem(text, most)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2">
      <label htmlFor={id} className="min-w-0 flex-1 basis-40">
        <span className="sr-only">Pieces to return of </span>
        <span className="block font-mono text-xs">{sku}</span>
        <span className="block text-balance text-muted wrap-anywhere">
          <Unbroken text={product} />
        </span>
      </label>
      <span className="flex items-center gap-2 whitespace-nowrap">
        <PiecesInput
          id={id}
          value={text}
          isInvalid={problem !== undefined}
          describedBy={`${id}-most`}
          onType={onType}
        />
        <span id={`${id}-most`} className={problem ? 'w-28 text-bad' : 'w-28 text-muted'}>
          {problem ?? `of ${formatCount(most)}`}
        </span>
      </span>
    </li>
  )
}
