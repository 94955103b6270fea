import type { DatevSettings } from '#features/settings/schema.ts'
import { taxTerritory } from '#features/tax/tax.ts'
import { wholeCents } from '#kit/money.ts'
import type { DocumentWithData } from '../records/list-documents.ts'
import type { Booking } from './extf.ts'

/** Accounts that are all set. */
export type Accounts = Pick<DatevSettings, 'revenue'> &
  Required<Pick<DatevSettings, 'receivables' | 'transit'>>

/** Which revenue account a document wants: by why there is tax or none, and by the rate. */
export const revenueOf = ({ taxKind, taxPercent }: DocumentWithData['listed']) =>
  taxKind === 'included' || taxKind === 'added'
    ? ({ kind: 'taxed', percent: taxPercent } as const)
    : { kind: taxKind, percent: undefined }

export const findRevenue = (
  { revenue }: Pick<DatevSettings, 'revenue'>,
  { kind, percent }: ReturnType<typeof revenueOf>,
) => revenue.find((each) => each.kind === kind && each.percent === percent)

/** What a document is: a claim on the customer, or with a credit note less of it. Nothing for one about nothing. */
export function documentBooking({ listed, data }: DocumentWithData, accounts: Accounts): Booking[] {
  const { number, kind, date, customer, company, gross } = listed
  const revenue = findRevenue(accounts, revenueOf(listed))
  const cents = Math.abs(wholeCents(gross))
  if (!revenue || cents === 0) return []
  return [
    {
      cents,
      side: kind === 'invoice' ? 'S' : 'H',
      account: accounts.receivables,
      contra: revenue.account,
      key: revenue.key,
      day: date,
      document: number,
      text: company ?? customer,
      eu: data && euOf(data),
    },
  ]
}

/** The money of a document: it came in, or with a credit note it went back. With the same number, so that both are settled. */
export function paymentBooking({ listed }: DocumentWithData, { transit, receivables }: Accounts): Booking[] {
  const { number, kind, paidOn, gross, order } = listed
  const cents = Math.abs(wholeCents(gross))
  if (paidOn === undefined || cents === 0) return []
  return [
    {
      cents,
      side: kind === 'invoice' ? 'S' : 'H',
      account: transit,
      contra: receivables,
      day: paidOn,
      document: number,
      text: `${kind === 'invoice' ? 'Payment' : 'Refund'} ${order}`,
    },
  ]
}

/** The VAT ID of a customer who owes the tax; the country and the rate of a tax that is another country’s of the EU. */
function euOf({ tax, buyer, deliverTo, seller }: NonNullable<DocumentWithData['data']>): Booking['eu'] {
  if (tax.kind === 'reverse_charge')
    return buyer.vatId === undefined ? undefined : { vatIdOrCountry: buyer.vatId }
  if (tax.kind !== 'included' && tax.kind !== 'added') return undefined
  const [there, here] = [taxTerritory(deliverTo), taxTerritory(seller.address ?? deliverTo)]
  if (there.vatPrefix === undefined || here.vatPrefix === undefined || there.vatPrefix === here.vatPrefix)
    return undefined
  return { vatIdOrCountry: there.vatPrefix, percent: tax.percent }
}
