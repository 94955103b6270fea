import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { orderPath } from '#features/catalog/paths.ts'
import { readPieces } from '#kit/read-number.ts'
import { Button } from '#kit/ui/button.tsx'
import type { ListedPart } from './category-page.ts'
import { quantityText } from './quantity-text.ts'

/**
 * The quantity of one row. The button has the total of the line, or a text says why there is none. It leads to the order
 * page, which has the quantity filled in.
 */
export function QuantityForm({ part }: { part: ListedPart }) {
  const [typed, setTyped] = useState('')
  const outputId = useId()
  const navigate = useNavigate()
  const { text, canOrder } = quantityText(typed, part)
  const hasProblem = text !== '' && !canOrder
  const order = (event: FormEvent) => {
    event.preventDefault()
    navigate(orderPath(part._id, readPieces(typed)))
  }
  return (
    <form action={orderPath(part._id)} onSubmit={order} className="quantity-form">
      <input
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        aria-label={`Quantity of ${part.sku}`}
        aria-describedby={outputId}
        placeholder={String(part.minimum)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="quantity-input"
      />
      <output id={outputId} className={hasProblem ? 'text-wait' : 'sr-only'}>
        {text}
      </output>
      {!hasProblem && (
        <Button
          type="submit"
          size="sm"
          variant={canOrder ? 'primary' : 'quiet'}
          aria-label={`Order ${part.sku}${canOrder ? `, ${text}` : ''}`}
        >
          {canOrder ? `Order ${text}` : 'Order'}
        </Button>
      )}
    </form>
  )
}
