import type { TaxKind, TaxSettings } from '../schema.ts'
import { type NoReverseCharge, noReverseChargeText, taxNotes } from '../texts.ts'
import type { VatCheck } from '../vies/vat-service.ts'
import { findRate, homeRate } from './find-rate.ts'
import { type Place, type TaxTerritory, taxTerritory } from './territories.ts'

/** A delivery of which the tax is asked. */
export interface TaxQuestion {
  readonly settings: TaxSettings
  /** Where the seller is, and the goods leave from. */
  readonly seller: Place
  /** Where the goods go. */
  readonly to: Place
}

/** The VAT ID of the customer, and what VIES said of it. */
export interface CheckedVatId {
  /** The letters of its country, as VIES has them: EL for Greece, XI for Northern Ireland. */
  readonly prefix: string
  readonly check: VatCheck
}

/** Which tax is due. `percent` has at most 4 decimals. */
export interface TaxDecision {
  readonly kind: TaxKind
  readonly percent: number
  /** The name of the rate. */
  readonly name?: string
  /** What the law wants on the invoice, or why there is no reverse charge. */
  readonly note?: string
}

/**
 * The tax of a delivery of goods. The articles are those of Directive 2006/112/EC:
 *
 * 1. `reverse_charge`: goods that go to another country of the EU, to a customer with a VAT ID that VIES confirmed, are exempt
 *    (Article 138(1)), and the customer pays the tax on the acquisition (Article 200). The ID may be of any country of the EU
 *    but that which the goods leave from (Article 138(1)(b)): a third one is allowed. The invoice refers to the exemption
 *    (Article 226(11)); the words "Reverse charge" (Article 226(11a)) say who pays.
 * 2. `included` or `added`: the tax of the country of arrival (Article 33(a)). A seller of the EU that is not registered in a
 *    country of it enters no rate of that, and its own country's holds: it may be below the threshold of Article 59c, and
 *    deliveries within the EU that are no reverse charge are never without tax.
 * 3. `export`: goods that leave the EU are exempt (Article 146(1)), with the reference of Article 226(11). A seller outside of
 *    the EU has its own law.
 */
export function decideTax({ vat, ...question }: TaxQuestion & { vat?: CheckedVatId }): TaxDecision {
  const { settings, seller, to } = question
  const [from, there] = [taxTerritory(seller), taxTerritory(to)]
  const checked = canBeReverseCharge(question) ? vat : undefined
  const why = checked && noReverseCharge(checked, seller)
  if (checked && !why) return { kind: 'reverse_charge', percent: 0, note: taxNotes.reverseCharge }
  const rate = findRate(settings.rates, there) ?? homeRate(settings, from, there)
  const note = why && { note: noReverseChargeText(why, rate !== undefined) }
  if (rate) {
    const { percent, name } = rate
    return { kind: settings.pricesInclude ? 'included' : 'added', percent, name, ...note }
  }
  if (isExport(settings, from, there)) return { kind: 'export', percent: 0, note: exportNote(from, there) }
  return { kind: 'none', percent: 0, ...note }
}

/** Whether a confirmed VAT ID can change the tax: the goods go from one country of the EU to another, as the tax sees them. */
export function canBeReverseCharge({ settings, seller, to }: TaxQuestion): boolean {
  const [from, there] = [taxTerritory(seller), taxTerritory(to)]
  return settings.euUnion && from.inEu && there.inEu && from.vatPrefix !== there.vatPrefix
}

/** Whether a VAT ID is of the country that the goods leave from: then it changes nothing, whatever VIES says of it. */
export const isOfHome = (prefix: string, seller: Place): boolean => prefix === taxTerritory(seller).vatPrefix

function noReverseCharge({ prefix, check }: CheckedVatId, seller: Place): NoReverseCharge | undefined {
  if (isOfHome(prefix, seller)) return 'home'
  switch (check.state) {
    case 'confirmed':
      return undefined
    case 'refused':
      return 'unknown'
    case 'unavailable':
      return check.why
  }
}

const isExport = (settings: TaxSettings, from: TaxTerritory, there: TaxTerritory): boolean =>
  settings.exemptOutside && from.area !== there.area && !(settings.euUnion && there.inEu)

const exportNote = (from: TaxTerritory, there: TaxTerritory): string =>
  from.inEu && !there.inEu ? taxNotes.exportFromEu : taxNotes.export
