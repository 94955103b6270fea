import type { TaxDecision } from '#features/tax/deciding/decide-tax.ts'
import type { Place } from '#features/tax/deciding/territories.ts'
import type { TaxSettings } from '#features/tax/schema.ts'
import type { VatCheck } from '#features/tax/vies/vat-service.ts'

/** A delivery with the tax that is due, and the law that says so. */
export interface TaxCase {
  readonly what: string
  /** Articles are those of Directive 2006/112/EC unless another law is named. */
  readonly law: string
  readonly from: Place
  readonly to: Place
  readonly vatId?: string
  /** What VIES says of the VAT ID; else it confirms it. */
  readonly check?: VatCheck
  /** Settings that differ from {@link CASE_SETTINGS}. */
  readonly settings?: Partial<TaxSettings>
  readonly due: TaxDecision
}

/** A shop that is registered in some countries of the EU, in others, and in Texas; without the other rates of these. */
export const CASE_SETTINGS: TaxSettings = {
  pricesInclude: false,
  euUnion: true,
  exemptOutside: true,
  rates: [
    { country: 'DE', percent: 19, name: 'USt' },
    { country: 'FR', percent: 20, name: 'TVA' },
    { country: 'ES', percent: 21, name: 'IVA' },
    { country: 'IT', percent: 22, name: 'IVA' },
    { country: 'GR', percent: 24, name: 'ΦΠΑ' },
    { country: 'FI', percent: 25.5, name: 'ALV' },
    { country: 'PT', percent: 23, name: 'IVA' },
    { country: 'PT', region: '30', percent: 22, name: 'IVA' },
    { country: 'US', region: 'TX', percent: 8.25, name: 'Sales tax' },
  ],
}

export const DE = { country: 'DE', postcode: '10115' }
export const FR = { country: 'FR', postcode: '69001' }
export const ES = { country: 'ES', postcode: '28039' }
export const IE = { country: 'IE', postcode: 'D02 X285' }
export const GR = { country: 'GR', postcode: '10552' }
export const GB = { country: 'GB', postcode: 'SW1A 1AA' }
export const BELFAST = { country: 'GB', postcode: 'BT1 5GS' }
const TEXAS = { country: 'US', region: 'TX', postcode: '73301' }
const OREGON = { country: 'US', region: 'OR', postcode: '97201' }

export const REVERSE: TaxDecision = {
  kind: 'reverse_charge',
  percent: 0,
  note: 'Reverse charge: exempt intra-Community supply, Article 138(1) of Directive 2006/112/EC. The customer accounts for the VAT.',
}
export const EXPORT_FROM_EU: TaxDecision = {
  kind: 'export',
  percent: 0,
  note: 'Export: exempt from VAT, Article 146(1) of Directive 2006/112/EC.',
}
export const EXPORT: TaxDecision = {
  kind: 'export',
  percent: 0,
  note: 'Export: delivered outside the country of the seller.',
}
export const NONE: TaxDecision = { kind: 'none', percent: 0 }
export const added = (percent: number, name: string, note?: string): TaxDecision => ({
  kind: 'added',
  percent,
  name,
  ...(note && { note }),
})

export const VIES = 'VIES, the register of the EU,'
const DOWN: VatCheck = { state: 'unavailable', why: 'down' }
const SLOW: VatCheck = { state: 'unavailable', why: 'slow' }
export const REFUSED: VatCheck = { state: 'refused' }

/** Deliveries at home, in the EU and to and from countries outside of it. */
export const TAX_CASES: readonly TaxCase[] = [
  // At home.
  { what: 'Germany, at home', law: 'Art. 2(1)(a), 32', from: DE, to: DE, due: added(19, 'USt') },
  {
    what: 'prices that include it',
    law: 'Art. 73, 78',
    from: DE,
    to: DE,
    settings: { pricesInclude: true },
    due: { kind: 'included', percent: 19, name: 'USt' },
  },
  {
    what: 'a business at home with its VAT ID',
    law: 'Art. 138(1): dispatched to another Member State only',
    from: FR,
    to: FR,
    vatId: 'FR40303265045',
    due: added(20, 'TVA'),
  },
  // Between countries of the EU.
  { what: 'a consumer in France', law: 'Art. 33(a)', from: DE, to: FR, due: added(20, 'TVA') },
  {
    what: 'a business in France',
    law: 'Art. 138(1), 226(11), 226(11a)',
    from: DE,
    to: FR,
    vatId: 'FR40303265045',
    due: REVERSE,
  },
  {
    what: 'prices that include the tax stay as they are',
    law: 'Art. 138(1)',
    from: DE,
    to: FR,
    vatId: 'FR40303265045',
    settings: { pricesInclude: true },
    due: REVERSE,
  },
  {
    what: 'a business in Greece, whose IDs begin with EL',
    law: 'Art. 138(1), 215',
    from: DE,
    to: GR,
    vatId: 'EL094259216',
    due: REVERSE,
  },
  {
    what: 'from Greece to a business in Germany',
    law: 'Art. 138(1)',
    from: GR,
    to: DE,
    vatId: 'DE136695976',
    due: REVERSE,
  },
  {
    what: 'the ID of a third country of the EU',
    law: 'Art. 138(1)(b): a Member State other than that in which dispatch begins',
    from: DE,
    to: FR,
    vatId: 'IT00743110157',
    due: REVERSE,
  },
  {
    what: "the ID of the seller's country",
    law: 'Art. 138(1)(b)',
    from: DE,
    to: FR,
    vatId: 'DE136695976',
    due: added(20, 'TVA', 'This VAT ID is of the country that the goods leave from, so the tax is charged.'),
  },
  {
    what: "the ID of the seller's country, Greece",
    law: 'Art. 138(1)(b), 215',
    from: GR,
    to: DE,
    vatId: 'EL094259216',
    due: added(19, 'USt', 'This VAT ID is of the country that the goods leave from, so the tax is charged.'),
  },
  {
    what: 'an ID that VIES does not know',
    law: 'Art. 138(1)(b); Art. 31 of Regulation (EU) 904/2010',
    from: DE,
    to: FR,
    vatId: 'FR31404833451',
    check: REFUSED,
    due: added(20, 'TVA', `${VIES} does not confirm this VAT ID, so the tax is charged.`),
  },
  {
    what: 'VIES is down',
    law: 'Art. 138(1)(b): not shown',
    from: DE,
    to: FR,
    vatId: 'FR40303265045',
    check: DOWN,
    due: added(20, 'TVA', `${VIES} could not be asked about this VAT ID now, so the tax is charged.`),
  },
  {
    what: 'VIES is slow',
    law: 'Art. 138(1)(b): not shown',
    from: DE,
    to: FR,
    vatId: 'FR40303265045',
    check: SLOW,
    due: added(20, 'TVA', `${VIES} did not answer in time about this VAT ID, so the tax is charged.`),
  },
  {
    what: 'VIES is down, and the country has no rate',
    law: 'Art. 138(1)(b): not shown; Art. 32',
    from: DE,
    to: IE,
    vatId: 'IE6388047V',
    check: DOWN,
    due: added(19, 'USt', `${VIES} could not be asked about this VAT ID now, so the tax is charged.`),
  },
  {
    what: 'a shop without the rules of the EU',
    law: 'the setting euUnion',
    from: DE,
    to: FR,
    vatId: 'FR40303265045',
    settings: { euUnion: false },
    due: added(20, 'TVA'),
  },
  {
    what: 'the same without a rate: abroad is an export',
    law: 'the settings euUnion and exemptOutside',
    from: DE,
    to: IE,
    settings: { euUnion: false },
    due: EXPORT,
  },
  // Elsewhere.
  { what: 'from the EU to the United States', law: 'Art. 146(1)', from: DE, to: OREGON, due: EXPORT_FROM_EU },
  {
    what: 'from the EU to Texas, where the shop is registered',
    law: 'Texas Tax Code § 151.103',
    from: DE,
    to: TEXAS,
    due: added(8.25, 'Sales tax'),
  },
  {
    what: 'Texas, at home',
    law: 'Texas Tax Code § 151.051',
    from: { country: 'US' },
    to: TEXAS,
    due: added(8.25, 'Sales tax'),
  },
  { what: 'Oregon has no such tax', law: 'Oregon: none', from: { country: 'US' }, to: OREGON, due: NONE },
  {
    what: 'the United States without a region',
    law: 'no rate of the whole country',
    from: { country: 'US' },
    to: { country: 'US' },
    due: NONE,
  },
  {
    what: 'from the United States to Canada',
    law: 'the setting exemptOutside',
    from: { country: 'US' },
    to: { country: 'CA' },
    due: EXPORT,
  },
  {
    what: 'the same by a shop that does not exempt it',
    law: 'the setting exemptOutside',
    from: { country: 'US' },
    to: { country: 'CA' },
    settings: { exemptOutside: false },
    due: NONE,
  },
  {
    what: 'a business in France, from the United States',
    law: 'Art. 138(1): dispatch begins in the EU',
    from: { country: 'US' },
    to: FR,
    vatId: 'FR40303265045',
    due: added(20, 'TVA'),
  },
  { what: 'San Marino', law: 'no part of the EU', from: DE, to: { country: 'SM' }, due: EXPORT_FROM_EU },
  { what: 'Switzerland', law: 'Art. 146(1)', from: DE, to: { country: 'CH' }, due: EXPORT_FROM_EU },
]
