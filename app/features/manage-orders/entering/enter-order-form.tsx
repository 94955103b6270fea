import { useNavigate } from 'react-router'
import type { Session } from '#features/accounts/browser-session.ts'
import {
  CheckoutFields,
  CheckoutSummary,
  useCheckout,
  usePlaceOrder,
} from '#features/checkout/components.tsx'
import type { Customer } from '#features/customers/schema.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { ReadList } from '#features/quick-order/quick-order.tsx'
import type { Ask } from '#features/quote/use-quote.ts'
import { linesText } from '#kit/text/count-text.ts'
import { shortenEnd } from '#kit/text/list-text.ts'

type EnterOrderFormProps = {
  session: Session
  customer: Customer
  /** What the list comes to; undefined while it is read. */
  list: ReadList | undefined
  /** The name of the order among the drafts of the admin. */
  draft: string
  /** Asks for the prices of the customer. */
  ask: Ask
  /** Deletes the list. */
  onPlaced: () => void
}

/** Where the order of a customer goes, how, and what it comes to: the checkout, with the address book of the customer. */
export function EnterOrderForm({ session, customer, list, draft, ask, onPlaced }: EnterOrderFormProps) {
  const navigate = useNavigate()
  const { name, email, deliverCountry: country, card, offered } = customer
  const { phone: own, address, addresses } = customer.emailVerified ? customer : UNKNOWN
  const phone = card.phone ?? own ?? ''
  const placeOrder = usePlaceOrder(session.email, `${draft} attempt`, `The order is placed for ${name}.`)
  const said = address === undefined ? '' : `The profile says: ${address}`
  const contact = { phone, address: address ?? '', origin: '', said, country }
  const { lines = [], wrong = 0 } = list ?? {}
  const checkout = useCheckout({
    ...{ session, draft, name, addresses, offered, customer: contact, lines, isForOther: true, ask },
    place: (order) => placeOrder({ ...order, customer: email }),
    onPlaced: async ({ _id }) => {
      onPlaced()
      await navigate(orderPagePath(_id), { replace: true })
    },
  })
  return (
    <CheckoutFields
      checkout={checkout}
      customer={contact}
      addresses={[...addresses, ...offered]}
      action={`Place order for ${shortenEnd(name, LONGEST_NAME)}`}
      title="The order"
      waiting={lines.length === 0 ? 'The choice is here when something is in the list.' : undefined}
      blocked={wrong > 0 ? wrongText(wrong) : undefined}
      summary={
        lines.length === 0 ? (
          <p className="text-muted text-sm">
            {list ? 'What is in the list above is ordered.' : 'The list is being read.'}
          </p>
        ) : (
          <CheckoutSummary quoted={checkout.quoted} />
        )
      }
    />
  )
}

/** What is used of an account whose e-mail is not verified: whoever registered may be somebody else. */
const UNKNOWN: Pick<Customer, 'phone' | 'address' | 'addresses'> = { addresses: [] }

/** How much of the name the button shows; the heading of the page has all of it. */
const LONGEST_NAME = 30

const wrongText = (wrong: number): string =>
  `${linesText(wrong)} of the list ${wrong === 1 ? 'is' : 'are'} not clear. Change or remove ${wrong === 1 ? 'it' : 'them'} first.`
