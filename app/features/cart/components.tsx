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
    <Link
      to={CART_PATH}
      className="relative grid size-11 place-items-center rounded text-ink hover:text-link"
      aria-label={`Cart${count}`}
      title="Cart"
    >
      <CartIcon size={20} />
      {/* Over the corner of the drawing, so that it moves nothing when it appears. */}
      <span className="absolute top-0.5 left-6 min-w-4.5 rounded-full bg-brand px-1 text-center font-semibold text-[0.6875rem] text-on-brand leading-4.5 empty:hidden">
        {length || ''}
      </span>
    </Link>
  )
}
