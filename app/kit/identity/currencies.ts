/**
 * The currencies in which a shop can sell: those that Stripe takes by card and counts with two decimals
 * (https://docs.stripe.com/currencies, "Supported presentment currencies"), without the zero-decimal and the three-decimal ones
 * and the special cases of that page, ISK, HUF, TWD and UGX, whose cents cannot be paid or paid out.
 */
export const CURRENCIES: readonly string[] = (
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve ' +
  'czk dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg idr ils inr jmd kes kgs khr kyd kzt lak lbp lkr ' +
  'lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub ' +
  'sar sbd scr sek sgd shp sle sos srd std szl thb tjs top try ttd tzs uah uyu uzs wst xcd xcg yer zar zmw'
).split(' ')

/** The names that the browsers' own data lacks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  sle: 'Sierra Leonean leones',
  std: 'São Tomé & Príncipe dobras',
  xcg: 'Caribbean guilders',
}

/** "US dollars", "euros", "Swiss francs". */
export function currencyName(currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' })
  const name = format.formatToParts(2).find(({ type }) => type === 'currency')?.value
  return name === undefined || name === currency.toUpperCase()
    ? (OTHER_NAMES[currency] ?? currency.toUpperCase())
    : name
}
