import { arrivesText } from '#features/delivery/texts.ts'
import type { ShownSeller } from '#features/settings/schema.ts'
import { formatTotal } from '#kit/money.ts'
import type { LinkedSums } from '../schema.ts'

type AfterPaymentProps = {
  order: Pick<LinkedSums, 'payable' | 'delivery'>
  /** What is sent or shown once it is paid. */
  proof: string
  seller: ShownSeller
}

/** What happens once the card is charged, and whom to ask. */
export function AfterPayment({ order: { payable, delivery }, proof, seller }: AfterPaymentProps) {
  return (
    <section aria-labelledby="after-payment" className="grid gap-2 text-sm">
      <h2 id="after-payment" className="text-base">
        What happens next
      </h2>
      <ol className="grid list-inside list-decimal gap-1 marker:text-muted">
        <li>{`Your card is charged ${formatTotal(payable)} once.`}</li>
        <li>{proof}</li>
        <li>
          {delivery
            ? `The parts are sent. ${arrivesText(delivery.arrives)}.`
            : 'The parts are sent, and a mail says when.'}
        </li>
      </ol>
      <SellerContact seller={seller} />
    </section>
  )
}

/** Nothing of a seller who cannot be reached otherwise. Not as links: nothing leads away from a payment. */
function SellerContact({ seller: { name, email, phone } }: { seller: ShownSeller }) {
  const ways = [phone, email].filter((way) => way !== undefined)
  if (ways.length === 0) return null
  return (
    <p className="wrap-anywhere text-muted">
      Questions? {name && `${name}, `}
      {ways.join(' or ')}
    </p>
  )
}
