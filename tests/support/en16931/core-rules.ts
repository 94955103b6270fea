import { isCountryCode } from '#kit/input/country-codes.ts'
import type { Fact, Facts } from './facts.ts'
import { cents, isAmount, isThere, type Rule, rule, ruleOfEach, sumOf } from './rule.ts'

/** The rules of EN 16931-1 that are of all documents of the shop, written by their text; BR-CL are lists of codes. */
export const CORE_RULES: readonly Rule[] = [
  rule('BR-01', ({ customization }) => isThere(customization)),
  rule('BR-02', ({ number }) => isThere(number)),
  rule('BR-03', ({ issuedOn }) => isDay(issuedOn)),
  rule('BR-04, BR-CL-01', ({ typeCode }) => typeCode === '380' || typeCode === '381'),
  rule('BR-05, BR-CL-04', ({ currencies }) => currencies.every((currency) => currency === 'USD')),
  rule('BR-06', ({ seller }) => isThere(seller.name)),
  rule('BR-07', ({ buyer }) => isThere(buyer.name)),
  rule('BR-08, BR-09, BR-CL-14', ({ seller }) => isCountryCode(seller.address.country ?? '')),
  rule('BR-10, BR-11, BR-CL-14', ({ buyer }) => isCountryCode(buyer.address.country ?? '')),
  rule('BR-12', ({ totals }) => isAmount(totals.lines)),
  rule('BR-13', ({ totals }) => isAmount(totals.net)),
  rule('BR-14', ({ totals }) => isAmount(totals.gross)),
  rule('BR-15', ({ totals }) => isAmount(totals.due)),
  rule('BR-16', ({ lines }) => lines.length > 0),
  ruleOfEach('BR-21', linesOf, ({ id }, { lines }) => lines.filter((line) => line.id === id).length === 1),
  ruleOfEach('BR-22', linesOf, ({ quantity }) => /^[1-9]\d*$/.test(quantity ?? '')),
  ruleOfEach('BR-23, BR-CL-23', linesOf, ({ units }) => units.every((unit) => unit === 'H87')),
  ruleOfEach('BR-24, BR-DEC-23', linesOf, ({ net }) => isAmount(net)),
  ruleOfEach('BR-25', linesOf, ({ name }) => isThere(name)),
  // A price may have more decimals than an amount.
  ruleOfEach('BR-26, BR-27', linesOf, ({ price }) => /^\d+\.\d{2,}$/.test(price ?? '')),
  ruleOfEach('BR-36, BR-DEC-05', chargesOf, ({ amount }) => isAmount(amount)),
  ruleOfEach('BR-37', chargesOf, ({ category }) => isThere(category)),
  ruleOfEach(
    'BR-38, BR-CL-20',
    chargesOf,
    ({ reason, reasonCode }) => isThere(reason) && reasonCode === 'DL',
  ),
  ruleOfEach('BR-45, BR-DEC-19', taxesOf, ({ taxable }) => isAmount(taxable)),
  ruleOfEach('BR-46, BR-DEC-20', taxesOf, ({ amount }) => isAmount(amount)),
  ruleOfEach('BR-48', taxesOf, ({ percent }) => isThere(percent)),
  rule('BR-49, BR-CL-16', ({ payment }) => ['68', '30', '1'].includes(payment.code ?? '')),
  rule(
    'BR-50, BR-61',
    ({ payment }) => isThere(payment.iban),
    ({ payment }) => payment.code === '30',
  ),
  rule(
    'BR-55',
    ({ preceding }) => isThere(preceding.number),
    ({ preceding }) => isThere(preceding.issuedOn),
  ),
  rule(
    'BR-57',
    ({ deliverTo }) => isCountryCode(deliverTo.address.country ?? ''),
    ({ deliverTo }) => isThere(deliverTo.name),
  ),
  ruleOfEach('BR-62, BR-63, BR-CL-25', electronicAddresses, (scheme) => scheme === 'EM'),
  ruleOfEach('BR-65, BR-CL-13', codedLines, ({ customsList }) => customsList === 'HS'),
  rule('BR-DEC-09 to BR-DEC-18', ({ totals, taxTotal }) =>
    [taxTotal, ...Object.values(totals)].every((amount) => amount === undefined || isAmount(amount)),
  ),
  ruleOfEach('BR-CO-04', linesOf, ({ category }) => isThere(category)),
  ruleOfEach(
    'BR-CO-09',
    vatIds,
    (id) => ['EL', 'XI'].includes(id.slice(0, 2)) || isCountryCode(id.slice(0, 2)),
  ),
  rule('BR-CO-10', ({ totals, lines }) => cents(totals.lines) === sumOf(lines.map(({ net }) => net))),
  rule('BR-CO-12', ({ totals, charges }) =>
    charges.length === 0
      ? totals.charges === undefined
      : cents(totals.charges) === sumOf(charges.map(({ amount }) => amount)),
  ),
  rule(
    'BR-CO-13',
    ({ totals }) => cents(totals.net) === cents(totals.lines) + cents(totals.charges ?? '0.00'),
  ),
  rule('BR-CO-14', ({ taxTotal, taxes }) => cents(taxTotal) === sumOf(taxes.map(({ amount }) => amount))),
  rule('BR-CO-15', ({ totals, taxTotal }) => cents(totals.gross) === cents(totals.net) + cents(taxTotal)),
  rule('BR-CO-16', ({ totals }) => cents(totals.due) === cents(totals.gross) - cents(totals.paid)),
  rule('BR-CO-18', ({ taxes }) => taxes.length === 1),
  rule('BR-CO-21 to BR-CO-24', ({ charges }) => charges.every(({ isCharge }) => isCharge === 'true')),
  rule(
    'BR-CO-25',
    ({ dueOn }) => isDay(dueOn),
    ({ totals }) => cents(totals.due) > 0,
  ),
  rule('BR-CO-26', ({ seller }) => isThere(seller.id) || isThere(seller.vatId)),
  // The norm tells how a price becomes an amount; Peppol and XRechnung check it (PEPPOL-EN16931-R120).
  ruleOfEach('BT-131', linesOf, ({ net, price, quantity, base = '1' }) => {
    const [dollars = '', decimals = ''] = price?.split('.') ?? []
    const exact = BigInt(`${dollars}${decimals}`) * BigInt(quantity ?? '0')
    // Of a price in cents, for as many pieces as it takes to have whole ones.
    const pieces = BigInt(base) * 10n ** BigInt(decimals.length - 2)
    return cents(net) === Number((2n * exact + pieces) / (2n * pieces))
  }),
]

function linesOf({ lines }: Facts) {
  return lines
}

function chargesOf({ charges }: Facts) {
  return charges
}

function taxesOf({ taxes }: Facts) {
  return taxes
}

function codedLines({ lines }: Facts) {
  return lines.filter(({ customsCode }) => isThere(customsCode))
}

function electronicAddresses({ seller, buyer }: Facts): Fact[] {
  return [seller, buyer]
    .filter(({ electronicAddress }) => isThere(electronicAddress))
    .map(({ electronicScheme }) => electronicScheme)
}

function vatIds({ seller, buyer }: Facts): string[] {
  return [seller.vatId, buyer.vatId].flatMap((id) => id ?? [])
}

const isDay = (fact: Fact): boolean =>
  fact !== undefined && /^\d{4}-\d\d-\d\d$/.test(fact) && !Number.isNaN(Date.parse(fact))
