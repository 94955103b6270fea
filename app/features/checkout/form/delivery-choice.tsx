import { offerText } from '#features/delivery/texts.ts'
import type { Quote, QuotedDelivery } from '#features/quote/schema.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { ChoiceGroup, ChoiceRow } from './choice-row.tsx'
import { RefusalNotice } from './refusal-notice.tsx'

type DeliveryChoiceProps = {
  quote: Quote | undefined
  /** The quote is that of the present order. */
  isSettled: boolean
  chosen: string | undefined
  /** What was chosen and is not offered any more. */
  gone: Partial<QuotedDelivery> | undefined
  error: string | undefined
  onChoose: (delivery: string) => void
  /** Why there is no quote yet; undefined while it is loaded. */
  waiting?: string | undefined
}

/** The ways of delivery with their prices and days, the cheapest first. */
export function DeliveryChoice({
  quote,
  isSettled,
  chosen,
  gone,
  error,
  onChoose,
  waiting,
}: DeliveryChoiceProps) {
  if (waiting !== undefined) return <p className="text-muted text-sm">{waiting}</p>
  if (!quote) return <SkeletonRows className="h-11 w-full" />
  const { deliveries, noDelivery } = quote
  if (!deliveries) return <p className="text-muted text-sm">The choice is here when the address is known.</p>
  if (noDelivery !== undefined) {
    const text = `${noDelivery} Choose another address, or change the cart.`
    if (gone) return <RefusalNotice>{`Nothing was ordered. ${text}`}</RefusalNotice>
    return <Notice tone="bad">{text}</Notice>
  }
  if (deliveries.length === 0)
    return <p className="text-muted text-sm">No delivery is charged; the seller arranges it.</p>
  return (
    <div className={`grid gap-3 ${isSettled ? '' : 'text-muted'}`} aria-busy={!isSettled}>
      {gone && <GoneDelivery gone={gone} />}
      <ChoiceGroup label="Delivery" error={error}>
        {deliveries.map((delivery) => (
          <ChoiceRow
            key={delivery._id}
            name="delivery"
            value={delivery._id}
            isChosen={delivery._id === chosen}
            onChoose={() => onChoose(delivery._id)}
          >
            {offerText(delivery)}
            <span className="block text-muted text-sm empty:hidden">{detailText(delivery)}</span>
          </ChoiceRow>
        ))}
      </ChoiceGroup>
    </div>
  )
}

/** "Sample Carrier, DAP" */
const detailText = ({ carrier, incoterm }: QuotedDelivery): string =>
  [carrier, incoterm].filter(Boolean).join(', ')

/** Then and now: what was chosen, and that it is not offered. */
const GoneDelivery = ({ gone: { name, price, arrives } }: { gone: Partial<QuotedDelivery> }) => (
  <RefusalNotice>
    <p className="font-medium">Nothing was ordered: a delivery has changed.</p>
    <p className="text-sm">
      {name !== undefined && price !== undefined && arrives !== undefined
        ? `Then ${offerText({ name, price, arrives })}. Now it is not offered for these parts and this address. Choose a delivery.`
        : 'The one that you chose is not offered for these parts and this address. Choose a delivery.'}
    </p>
  </RefusalNotice>
)
