import { type FormEvent, useId, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { readPieces } from '#kit/read-number.ts'
import { Button } from '#kit/ui/button.tsx'
import { classNames } from '#kit/ui/class-names.ts'
import type { ListedPart } from './category-page.ts'
import { quantityText } from './quantity-text.ts'

/** The quantity of one row with the total of the line; it leads to the order page, which has the quantity filled in. */
export function QuantityForm({ part }: { part: ListedPart }) {
  const [typed, setTyped] = useState('')
  const outputId = useId()
  const navigate = useNavigate()
  const { text, canOrder } = quantityText(typed, part)
  const path = `/order/${encodeURIComponent(part._id)}`
  const order = (event: FormEvent) => {
    event.preventDefault()
    const pieces = readPieces(typed)
    navigate(pieces === undefined ? path : `${path}?quantity=${pieces}`)
  }
  return (
    <Form action={path} onSubmit={order} className="quantity-form">
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
      <output
        id={outputId}
        className={classNames('quantity-text', canOrder || text === '' ? 'font-medium' : 'text-wait')}
      >
        {text}
      </output>
      <Button
        type="submit"
        size="sm"
        variant={canOrder ? 'primary' : 'secondary'}
        aria-label={`Order ${part.sku}`}
      >
        Order
      </Button>
    </Form>
  )
}
