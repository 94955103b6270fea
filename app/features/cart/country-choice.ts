/** The country for which the cart is estimated, and with which a checkout without addresses begins, kept on this device. */
const KEY = 'deliveryCountry'

/** The remembered country, such as "FR"; empty when there is none, or the browser keeps nothing. */
export function rememberedCountry(): string {
  try {
    const country = localStorage.getItem(KEY) ?? ''
    return /^[A-Z]{2}$/.test(country) ? country : ''
  } catch {
    return ''
  }
}

export function rememberCountry(country: string): void {
  try {
    if (country === '') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, country)
  } catch {
    // Then it is asked for again.
  }
}
