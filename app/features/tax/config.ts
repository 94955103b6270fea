import { z } from 'zod'
import { configPart, isLoopback } from '#kit/config/config-part.ts'

declare module '#kit/config/config.ts' {
  interface Config {
    /** Who confirms VAT IDs: the service of VIES at an address, its sandbox, or nobody. */
    readonly vies: { readonly url: string } | 'sandbox' | 'off'
  }
}

/** On the way of a plain address anybody could confirm a VAT ID. */
function isSafe(url: string): boolean {
  const { protocol, username, password, search, hash } = URL.parse(url) ?? {}
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(url))
}

/** The settings of the tax that the process has; the others are in the database. */
export const taxConfig = configPart({
  variables: {
    VIES_URL: z
      .string()
      .refine(
        isSafe,
        'VIES_URL has to be an address with https, or one of this machine, without name and query',
      )
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
  },
  shape: ({ VIES_URL: url }, { sandboxAllowed }) => ({
    vies: url ? { url } : sandboxAllowed ? 'sandbox' : 'off',
  }),
})
