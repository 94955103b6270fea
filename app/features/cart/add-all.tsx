import { useNavigate } from 'react-router'
import type { WordedQuote } from '#features/quote/schema.ts'
import { formatTotal } from '#kit/money.ts'
import { linesText } from '#kit/text/count-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ignoreHeldEnter, ignoreRepeatedClick } from '#kit/ui/overlay/ignore-repeated-click.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { addLines, type CartLine } from './cart-store.ts'
import { cartLine } from './lines.ts'
import { CART_PATH } from './paths.ts'

type AddAllProps = {
  quote: WordedQuote
  /** It is not what most want here; the total stands beside it. */
  isSecond?: boolean
}

/** Adds the lines of a quote to the cart; those of parts that are no longer sold are left out. */
export function AddAll({ quote, isSecond = false }: AddAllProps) {
  const navigate = useNavigate()
  const lines = addableLines(quote)
  const add = () => {
    if (!addLines(lines)) return
    notify.success(`${linesText(lines.length)} added to the cart`)
    void navigate(CART_PATH)
  }
  // A total that counts lines which cannot be ordered is none to pay.
  const total = quote.orderable && !isSecond ? ` · ${formatTotal(quote.totalPrice)}` : ''
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        variant={isSecond ? 'secondary' : 'primary'}
        disabled={lines.length === 0}
        onClickCapture={ignoreRepeatedClick}
        onKeyDown={ignoreHeldEnter}
        onClick={add}
      >
        {`Add ${linesText(lines.length)} to the cart${total}`}
      </Button>
      {!isSecond && (
        <p className="text-muted text-sm">
          {lines.length === 0
            ? 'None of these parts is sold any more.'
            : 'Nothing is ordered yet. Quantities that do not fit can be changed in the cart.'}
        </p>
      )}
    </div>
  )
}

/** Every line of which the part is still sold. */
export const addableLines = ({ lines }: WordedQuote): CartLine[] =>
  lines.flatMap(({ productId, quantity, problem, ...words }) =>
    productId === undefined || quantity === undefined || problem === 'unknown'
      ? []
      : [cartLine({ productId, quantity, ...words })],
  )
