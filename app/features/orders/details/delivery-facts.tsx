import { arrivesText, methodText, shipsOnText, weightText } from '#features/delivery/texts.ts'
import { HOUR_MS } from '#kit/time.ts'
import { useNow } from '#kit/ui/page/use-now.ts'
import type { Order } from '../schema.ts'
import { orderTexts } from '../texts.ts'

/** Where an order goes, and where its invoice goes if that is another place. */
export const addressFacts = ({ address, addressLines, billingLines }: Order) => [
  { label: 'Address', value: addressLines?.join('\n') ?? address },
  { label: 'Bill to', value: billingLines?.join('\n') },
]

/** How an order is delivered, and what it weighs; nothing of one from before orders had that. */
export const deliveryFacts = ({ delivery, weight, tax, status }: Order) => [
  {
    label: orderTexts.delivery,
    value: delivery && <DeliveryText delivery={delivery} isShipped={status === 'shipped'} />,
  },
  { label: 'Weight', value: weight === undefined ? undefined : weightText(weight) },
  { label: 'VAT ID', value: tax?.vatId },
]

type DeliveryTextProps = { delivery: NonNullable<Order['delivery']>; isShipped?: boolean }

/** The method with its days: when it ships, until it is shipped, and when it arrives. */
export function DeliveryText({ delivery, isShipped = false }: DeliveryTextProps) {
  const now = useNow(HOUR_MS)
  return (
    <>
      <span className="block">{methodText(delivery)}</span>
      {!isShipped && <span className="block">{shipsOnText(delivery.ships, now)}</span>}
      <span className="block">{arrivesText(delivery.arrives, now)}</span>
    </>
  )
}
