import { isThere, type Rule, rule } from './rule.ts'

const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'

/** The rules of XRechnung 3.0 and those of Peppol that it has, written by their text. */
export const GERMAN_RULES: readonly Rule[] = [
  rule('BR-DE-1', ({ payment }) => isThere(payment.code)),
  rule('BR-DE-2, BR-DE-5', ({ seller }) => isThere(seller.contact.name)),
  rule('BR-DE-3', ({ seller }) => isThere(seller.address.city)),
  rule('BR-DE-4', ({ seller }) => isThere(seller.address.postcode)),
  rule('BR-DE-6, BR-DE-27', ({ seller }) => /(\d\D*){3}/.test(seller.contact.phone ?? '')),
  rule('BR-DE-7, BR-DE-28', ({ seller }) =>
    /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(seller.contact.email ?? ''),
  ),
  rule('BR-DE-8', ({ buyer }) => isThere(buyer.address.city)),
  rule('BR-DE-9', ({ buyer }) => isThere(buyer.address.postcode)),
  rule('BR-DE-10', ({ deliverTo }) => isThere(deliverTo.address.city), hasDeliverTo),
  rule('BR-DE-11', ({ deliverTo }) => isThere(deliverTo.address.postcode), hasDeliverTo),
  rule('BR-DE-14', ({ taxes }) => taxes.every(({ percent }) => isThere(percent))),
  rule('BR-DE-15', ({ buyerReference }) => isThere(buyerReference)),
  rule(
    'BR-DE-16',
    ({ seller }) => isThere(seller.vatId) || isThere(seller.taxNumber),
    ({ taxes }) => taxes.some(({ category }) => category !== 'O'),
  ),
  rule('BR-DE-21', ({ customization }) => customization === XRECHNUNG),
  rule(
    'BR-DE-23',
    ({ payment }) => isThere(payment.iban),
    ({ payment }) => payment.code === '30',
  ),
  rule('BR-DE-TMP-32', ({ deliveredOn }) => isThere(deliveredOn)),
  rule('PEPPOL-EN16931-R001', ({ profile }) => isThere(profile)),
  rule('PEPPOL-EN16931-R010', ({ buyer }) => isThere(buyer.electronicAddress)),
  rule('PEPPOL-EN16931-R020', ({ seller }) => isThere(seller.electronicAddress)),
]

function hasDeliverTo({ deliverTo }: Parameters<Rule['isOf']>[0]): boolean {
  return isThere(deliverTo.address.country)
}
