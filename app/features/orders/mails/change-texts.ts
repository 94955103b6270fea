import { listText } from '#kit/text/list-text.ts'
import type { MailedOrder } from './mailed-order.ts'

/** Who changed the order. */
export function byText({ change }: MailedOrder): string {
  if (change?.by === 'shop') return 'by us, as you asked us to'
  return change?.by === 'link' ? 'by whoever has its payment link' : 'in your account'
}

const contactNamesOf = ({ change }: MailedOrder): readonly string[] => change?.fields ?? []

/** Whether it goes elsewhere now, or to another phone number. */
export const isDeliveryChanged = (order: MailedOrder): boolean =>
  contactNamesOf(order).some((name) => name === 'phone number' || name === 'address')

/** Which fields were changed, and by whom. */
export function contactText(order: MailedOrder): string {
  const names = contactNamesOf(order)
  const verb = names.length === 1 ? 'was' : 'were'
  return `the ${listText(names)} of your order ${verb} changed ${byText(order)}.`
}
