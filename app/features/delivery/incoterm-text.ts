import { countryName } from '#kit/text/country-name.ts'

/** These name a place of the seller: where the goods are handed over. All others name where the goods go. */
const AT_SELLER: ReadonlySet<string> = new Set(['EXW', 'FCA', 'FAS', 'FOB'])

/** A city and a country, as far as they are known. */
interface Place {
  readonly city?: string | undefined
  readonly country?: string | undefined
}

/** "DAP Zürich, Switzerland (Incoterms 2020)": an Incoterm with the place that it wants. */
export function incotermText(
  incoterm: string,
  { from, to }: { readonly from: Place | undefined; readonly to: Place | undefined },
): string {
  const { city, country } = (AT_SELLER.has(incoterm) ? from : to) ?? {}
  const place = [city, country && countryName(country)].filter(Boolean).join(', ')
  return [incoterm, place, '(Incoterms 2020)'].filter(Boolean).join(' ')
}
