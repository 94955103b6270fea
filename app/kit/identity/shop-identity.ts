import { texts } from '#kit/texts.ts'

/**
 * Which shop it is. What shows its name, or money, asks here: on the server it is that of `runAs`, in the browser what the page
 * says at its root.
 */
export interface ShopIdentity {
  /** The ISO 4217 code of its currency in lower case. */
  readonly currency: string
  readonly name: string
  /** Its picture: the path on pages, the whole address in mails. */
  readonly logo?: { readonly path: string; readonly url: string } | undefined
  /** Paths of pages for everyone that it does not have. */
  readonly absent: readonly string[]
}

/** Of a shop whose admins have set nothing. */
export const DEFAULT_IDENTITY: ShopIdentity = { currency: 'usd', name: texts.brand, absent: [] }

/** The attributes of the page's root. */
interface RootData {
  readonly currency?: string
  readonly shop?: string
}

function ofPage(): ShopIdentity {
  if (typeof document === 'undefined') return DEFAULT_IDENTITY
  const { currency, shop }: RootData = document.documentElement.dataset
  return {
    ...DEFAULT_IDENTITY,
    ...(currency !== undefined && { currency }),
    ...(shop !== undefined && { name: shop }),
  }
}

let source: () => ShopIdentity = ofPage

export const shopIdentity = (): ShopIdentity => source()

export const setIdentitySource = (next: typeof source): void => {
  source = next
}

/** The name of the shop. */
export const shopName = (): string => source().name
