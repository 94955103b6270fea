import { Link } from 'react-router'
import { orderOnly } from '#features/cart/ordered-parts.ts'
import type { Product } from '#features/catalog/schema.ts'
import { offerText } from '#features/delivery/texts.ts'
import { CHECKOUT_PATH } from '#features/orders/paths.ts'
import type { Quote } from '#features/quote/schema.ts'
import { useQuote } from '#features/quote/use-quote.ts'
import { formatTotal } from '#kit/money.ts'
import { countedDelivery, sumOf } from '../form/checkout-texts.ts'

/** What the pieces cost when they go to an address in the country of the seller; the quote is undefined until it is known. */
export function useHomeQuote({ _id }: Product, pieces: number | undefined) {
  const body =
    pieces === undefined
      ? undefined
      : JSON.stringify({ lines: [{ productId: _id, quantity: pieces }], home: true })
  const { quote, answered, retry } = useQuote(body)
  return { quote: answered === body && quote?.orderable ? quote : undefined, retry }
}

type HomeDeliveryProps = { product: Product; pieces: number; quote: Quote | undefined }

/** Where an order of this form goes, how, and what it comes to if that is more; another country or method is chosen at checkout. */
export function HomeDelivery({ product, pieces, quote }: HomeDeliveryProps) {
  return (
    <div className="mb-4 grid gap-1 text-sm">
      {/* Two lines, so that nothing moves when it is known. */}
      <p role="status" className="min-h-10">
        {quote && homeText(quote)}
      </p>
      {quote && sumOf(quote) !== quote.totalPrice && (
        <p>{`To pay: ${formatTotal(sumOf(quote))} with delivery and tax`}</p>
      )}
      <p>
        {/* Only this part is ordered there; what else is in the cart stays in it. */}
        <Link
          to={CHECKOUT_PATH}
          onClick={(event) => {
            if (!orderOnly([{ productId: product._id, quantity: pieces }])) event.preventDefault()
          }}
        >
          Another country or method
        </Link>
      </p>
    </div>
  )
}

/** "Delivery to United States, Standard, free, arrives Tue 8 to Thu 10 December" */
function homeText(quote: Quote): string {
  const { home, noDelivery } = quote
  const delivery = countedDelivery(quote)
  const to = `Delivery to ${home?.name}`
  if (delivery) return `${to}, ${offerText(delivery)}`
  return noDelivery === undefined ? to : `${to}: ${noDelivery}`
}
