/** The addresses of a parcel's page at carriers, for the encoded tracking number. */
const PAGES = {
  DHL: (number: string) => `https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=${number}`,
  UPS: (number: string) => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: (number: string) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  DPD: (number: string) => `https://tracking.dpd.de/status/en_US/parcel/${number}`,
  GLS: (number: string) => `https://gls-group.com/GROUP/en/parcel-tracking/?match=${number}`,
} as const

/** The carriers whose pages are known. */
export const knownCarriers = Object.keys(PAGES) as (keyof typeof PAGES)[]

/** The carrier's page about the parcel; undefined for another carrier. Case and spaces do not matter. */
export function trackingUrl(carrier: string, tracking: string): string | undefined {
  const plain = (text: string): string => text.replace(/\s/g, '')
  const known = knownCarriers.find((name) => name.toLowerCase() === plain(carrier).toLowerCase())
  return known && PAGES[known](encodeURIComponent(plain(tracking)))
}
