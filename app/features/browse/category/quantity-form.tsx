import { type FormEvent, useId, useRef, useState } from 'react'
import { addTyped } from '#features/cart/add-to-cart.tsx'
import { orderPath } from '#features/catalog/paths.ts'
import { checkTypedQuantity } from '#features/pricing/typed-quantity.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ignoreHeldEnter, ignoreRepeatedClick } from '#kit/ui/overlay/ignore-repeated-click.ts'
import type { ListedPart } from './category-page.ts'
import { quantityText } from './quantity-text.ts'
import { moveBetweenQuantities } from './row-keys.ts'

/**
 * The quantity of one row. The button, or Enter, adds it to the cart, the minimum when nothing is typed. A double click adds
 * once: the first click has emptied the field, so that the second would add the minimum. The button has the
 * total of the line. For a quantity that cannot be ordered a text says why, with a button that fills in the nearest one.
 * Without scripts the form leads to the order page.
 */
export function QuantityForm({ part }: { part: ListedPart }) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const outputId = useId()
  const { text, canOrder } = quantityText(typed, part)
  const hasProblem = text !== '' && !canOrder
  const { fix } = checkTypedQuantity(typed, part)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (addTyped(part, typed.trim() || String(part.minimum))) setTyped('')
  }
  return (
    <form
      action={orderPath(part._id)}
      onSubmit={add}
      onClickCapture={ignoreRepeatedClick}
      onKeyDownCapture={ignoreHeldEnter}
      className="quantity-form"
    >
      <input
        ref={field}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        aria-label={`Quantity of ${part.sku}`}
        aria-describedby={outputId}
        placeholder={String(part.minimum)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={moveBetweenQuantities}
        className="quantity-input"
      />
      <output id={outputId} className={hasProblem ? 'text-wait' : 'sr-only'}>
        {text}
      </output>
      {fix !== undefined && (
        <button
          type="button"
          className="take-quantity"
          onClick={() => {
            setTyped(String(fix))
            field.current?.focus()
          }}
        >
          {`Take ${formatCount(fix)}`}
        </button>
      )}
      {!hasProblem && (
        <Button
          type="submit"
          size="sm"
          variant={canOrder ? 'primary' : 'quiet'}
          aria-label={`Add ${part.sku} to the cart${canOrder ? `, ${text}` : ''}`}
        >
          {canOrder ? `Add ${text}` : 'Add'}
        </Button>
      )}
    </form>
  )
}
