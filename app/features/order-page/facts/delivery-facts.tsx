import { arrivesText, methodText, shipsOnText, weightText } from '#features/delivery/texts.ts'
import { isEnded } from '#features/orders/left-to-ship.ts'
import type { Order } from '#features/orders/schema.ts'
import { orderTexts } from '#features/orders/texts.ts'
import { HOUR_MS } from '#kit/time.ts'
import { useNow } from '#kit/ui/page/use-now.ts'

/** Where an order goes, and where its invoice goes if that is another place. */
export const addressFacts = ({ addressLines, billingLines }: Order) => [
  { label: 'Address', value: addressLines.join('\n') },
  { label: 'Bill to', value: billingLines?.join('\n') },
]

/** How an order is delivered, and what it weighs; nothing of one from before orders had that. */
export const deliveryFacts = (order: Order) => {
  const { delivery, weight, tax, status, cancelledAt } = order
  const isOver = isEnded(order) || cancelledAt !== undefined
  return [
    {
      label: orderTexts.delivery,
      value: delivery && (
        <DeliveryText delivery={delivery} isShipped={status === 'shipped'} isOver={isOver} />
      ),
    },
    { label: 'Weight', value: weight === undefined ? undefined : weightText(weight) },
    { label: 'VAT ID', value: tax?.vatId },
  ]
}

type DeliveryTextProps = {
  delivery: NonNullable<Order['delivery']>
  isShipped?: boolean
  /** Nothing more is shipped. */
  isOver?: boolean
}

/** The method with its days: when it ships, until it is shipped, and when it arrives. */
export function DeliveryText({ delivery, isShipped = false, isOver = false }: DeliveryTextProps) {
  const now = useNow(HOUR_MS)
  return (
    <>
      <span className="block">{methodText(delivery)}</span>
      {!isShipped && !isOver && <span className="block">{shipsOnText(delivery.ships, now)}</span>}
      {!isOver && <span className="block">{arrivesText(delivery.arrives, now)}</span>}
    </>
  )
}
