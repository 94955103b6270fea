import { data } from 'react-router'
import { shopIdentity } from '#kit/identity/shop-identity.ts'

/** Throws a 404 response when the shop does not have the page at this path. */
export function requirePage(path: string): void {
  if (shopIdentity().absent.includes(path)) throw data(null, { status: 404 })
}
