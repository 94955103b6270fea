import { arrivesText, methodText } from '#features/delivery/texts.ts'
import type { Facts } from '#kit/mail/layout.ts'
import type { MailedOrder } from './mailed-order.ts'

/** The parcels of an order that have a carrier or a tracking number, by their place. */
export const parcelFacts = ({ parcels = [] }: MailedOrder): Record<string, string> =>
  Object.fromEntries(
    parcels.flatMap(({ carrier, tracking }, index) => {
      const text = [carrier, tracking].filter((part) => part !== undefined).join(' ')
      return text ? [[parcels.length === 1 ? 'Parcel' : `Parcel ${index + 1}`, text]] : []
    }),
  )

/** The parcels that were lost, with their carriers and numbers. */
export const lostFacts = ({ lost = [] }: MailedOrder): Record<string, string[]> => {
  const texts = lost.flatMap(({ carrier, tracking }) => [carrier, tracking].filter(Boolean).join(' ') || [])
  return texts.length > 0 ? { 'Lost parcel': texts } : {}
}

/** How the order is delivered, and when it arrives. */
export const arrivalFacts = ({ delivery }: MailedOrder, arrives = delivery?.arrives): Facts =>
  delivery && arrives ? { Delivery: [methodText(delivery), arrivesText(arrives)] } : {}
