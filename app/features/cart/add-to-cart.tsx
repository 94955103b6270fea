import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Product } from '#features/catalog/schema.ts'
import { isSoldOut, type OrderableProduct } from '#features/pricing/quantity-terms.ts'
import { noQuantityText, outOfStockText, soldOutText } from '#features/pricing/texts.ts'
import { checkTypedQuantity } from '#features/pricing/typed-quantity.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { readPieces } from '#kit/text/read-number.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { ignoreHeldEnter, ignoreRepeatedClick } from '#kit/ui/overlay/ignore-repeated-click.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { addToCart, piecesInCart } from './cart-store.ts'
import { CART_PATH } from './paths.ts'

/** What is needed of a part to add it. */
type AddablePart = OrderableProduct & Pick<Product, '_id' | 'sku'>

type AddToCartProps = Omit<ComponentProps<typeof Button>, 'children' | 'part'> & {
  part: AddablePart
  /** As it is typed. */
  quantity: string
}

/**
 * The button "Add to cart": a double click adds once. An `onClick` that prevents the default also prevents the adding. Only with
 * scripts: without them there is no cart.
 */
export function AddToCart({ part, quantity, onClick, className = '', ...rest }: AddToCartProps) {
  return (
    <Button
      {...rest}
      className={`noscript:hidden ${className}`}
      onClickCapture={ignoreRepeatedClick}
      onKeyDown={ignoreHeldEnter}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) addTyped(part, quantity)
        event.preventDefault()
      }}
    >
      Add to cart
    </Button>
  )
}

/** The toasts about added parts replace each other. */
const TOAST = { id: 'added', duration: 5000 }

/**
 * Adds a typed quantity of a part to the cart, and says so with a link there. False when it cannot be ordered, or is too much
 * together with what is in the cart: then it says why.
 */
export function addTyped(part: AddablePart, typed: string): boolean {
  const pieces = readPieces(typed) ?? 0
  const before = piecesInCart(part._id)
  const refusal = refusalOf(part, typed) ?? stockRefusal(part, before + pieces)
  if (refusal !== undefined) {
    notify.error(`${part.sku}: ${refusal}`, TOAST)
    return false
  }
  if (!addToCart(part._id, pieces)) return false
  const added = `${piecesText(pieces)} of ${part.sku} added`
  notify.success(
    <>
      {before === 0 ? added : `${added}, ${formatCount(before + pieces)} in all`}
      {' · '}
      <Link to={CART_PATH}>Cart</Link>
    </>,
    TOAST,
  )
  return true
}

function refusalOf(part: AddablePart, typed: string): string | undefined {
  if (isSoldOut(part)) return soldOutText(part)
  return typed.trim() === '' ? noQuantityText : checkTypedQuantity(typed, part).warning
}

const stockRefusal = ({ quantity }: AddablePart, together: number): string | undefined =>
  together > quantity
    ? `${outOfStockText(quantity)} With those in the cart it would be ${formatCount(together)}.`
    : undefined
