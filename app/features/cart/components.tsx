import { Link } from 'react-router'
import { linesText } from '#kit/text/count-text.ts'
import { CartIcon } from '#kit/ui/mark/icons.tsx'
import { useCart } from './cart-store.ts'
import { CART_PATH } from './paths.ts'

/** The link of the top bar, with the number of lines. Its width does not depend on the number, which comes later. */
export function CartLink() {
  const { length } = useCart().lines
  const count = length > 0 ? `, ${linesText(length)}` : ''
  return (
    <Link to={CART_PATH} className="cart-link" aria-label={`Cart${count}`} title="Cart">
      <CartIcon size={20} />
      <span className="cart-count">{length || ''}</span>
    </Link>
  )
}
