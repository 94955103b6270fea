import { LineQuantity } from '#features/pricing/line-quantity.tsx'
import { noQuantityText } from '#features/pricing/texts.ts'
import { unreadText } from '#features/pricing/typed-quantity.ts'
import { termsOf } from '#features/quote/line-terms.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { AlertIcon } from '#kit/ui/mark/icons.tsx'
import type { PricedLine } from './use-priced-cart.ts'
import type { TypedQuantity } from './use-typed-quantity.ts'

type CartQuantityProps = { line: PricedLine; typed: TypedQuantity; name: string; noteId: string }

/** The quantity of a line. */
export const CartQuantity = ({ line: { quantity, quoted }, typed, name, noteId }: CartQuantityProps) => (
  <LineQuantity
    value={typed.text ?? formatCount(quantity)}
    quantity={quantity}
    terms={quoted && termsOf(quoted)}
    name={name}
    noteId={noteId}
    isUnread={typed.unread}
    className="cart-quantity"
    onChange={typed.type}
    onBlur={typed.onBlur}
  />
)

/** What is wrong with a text that is no quantity, and what the cart has instead. */
export function UnreadQuantity({ line: { quantity }, typed, name }: Omit<CartQuantityProps, 'noteId'>) {
  const kept = formatCount(quantity)
  const text = typed.text?.trim() ?? ''
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className="flex min-w-0 items-start gap-1 text-bad">
        <AlertIcon className="mt-0.5" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {`${text === '' ? noQuantityText : unreadText(text)} The cart still has ${kept}.`}
        </span>
      </p>
      <Button variant="secondary" size="sm" aria-label={`Keep ${kept} of ${name}`} onClick={typed.forget}>
        {`Keep ${kept}`}
      </Button>
    </div>
  )
}
