import { useId } from 'react'
import type { OrderDetails, OrderLine } from '#features/orders/schema.ts'
import { quantityProblem } from '#features/pricing/line-quantities.ts'
import { PiecesInput } from '#features/pricing/pieces-input.tsx'
import { formatCount } from '#kit/text/count-text.ts'
import { Unbroken } from '#kit/ui/mark/unbroken.tsx'

type RestockRowsProps = {
  order: OrderDetails
  /** The pieces that can be put back, by position. */
  left: ReadonlyMap<number, number>
  /** What was typed, by position. */
  quantities: Readonly<Record<number, string>>
  /** The name of the fields, before the part. */
  label: string
  /** What else is said of a line. */
  note: (position: number) => string
  onType: (position: number, text: string) => void
}

/** The lines with something left, each with the pieces to put back. */
export function RestockRows({ order, left, quantities, label, note, onType }: RestockRowsProps) {
  return (
    <ul className="grid grid-cols-1 text-sm">
      {order.lines.map((line, position) => {
        const leftOfLine = left.get(position)
        if (leftOfLine === undefined) return null
        return (
          <QuantityRow
            key={line.productId}
            line={line}
            left={leftOfLine}
            label={label}
            note={note(position)}
            text={quantities[position] ?? String(leftOfLine)}
            onType={(text) => onType(position, text)}
          />
        )
      })}
    </ul>
  )
}

type QuantityRowProps = {
  line: OrderLine
  left: number
  label: string
  note: string
  text: string
  onType: (text: string) => void
}

function QuantityRow({ line: { sku, product }, left, label, note, text, onType }: QuantityRowProps) {
  const id = useId()
  const problem = quantityProblem(text, left)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-2">
      <div className="min-w-0 flex-1 basis-40">
        <label htmlFor={id} className="block">
          <span className="sr-only">{label} </span>
          <span className="block font-mono text-xs">{sku}</span>
          <span className="block text-balance text-muted wrap-anywhere">
            <Unbroken text={product} />
          </span>
        </label>
        <p className="text-muted tabular-nums">{note}</p>
      </div>
      <span className="flex items-center gap-2 whitespace-nowrap">
        <PiecesInput
          id={id}
          value={text}
          isInvalid={problem !== undefined}
          describedBy={`${id}-left`}
          onType={onType}
        />
        <span id={`${id}-left`} className={problem ? 'w-28 text-bad' : 'w-28 text-muted'}>
          {problem ?? `of ${formatCount(left)}`}
        </span>
      </span>
    </li>
  )
}
