import { countHit, type Limit } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import type { VatAsker, VatService } from './vat-service.ts'

/** VAT IDs that are not known yet, by account in place of a network address: each is a request to VIES. @public */
export const VAT_ID_LIMIT: Limit = {
  name: 'vat-id',
  what: 'new VAT IDs of customers, by account instead of address; above it an ID counts as not confirmed',
  address: 30,
  windowMs: 10 * MINUTE_MS,
}

/** The same of visitors, by network address. @public */
export const VISITOR_VAT_ID_LIMIT: Limit = {
  name: 'visitor-vat-id',
  what: 'new VAT IDs in quotes of visitors; above it an ID counts as not confirmed',
  address: 30,
  windowMs: 10 * MINUTE_MS,
}

/** The service for a customer, in the places of customers. */
export const askedByCustomer = (shop: Shop, service: VatService, userId: string): VatService =>
  askedBy(shop, service, { kind: 'customer', name: userId, limit: VAT_ID_LIMIT })

/** The service for whoever is not signed in, in the places of visitors. */
export const askedByVisitor = (shop: Shop, service: VatService, address: string): VatService =>
  askedBy(shop, service, { kind: 'visitor', name: address, limit: VISITOR_VAT_ID_LIMIT })

/** Above the limit an ID counts as one that VIES could not say anything about: it ends no quote and no order. */
function askedBy(
  shop: Shop,
  service: VatService,
  { limit, ...who }: Omit<VatAsker, 'mayAsk'> & { readonly limit: Limit },
): VatService {
  const mayAsk = () =>
    countHit(shop, limit, { address: who.name }).then(
      () => true,
      (err: unknown) => {
        shop.log.warn({ err, by: limit.name }, 'a VAT ID was not checked')
        return false
      },
    )
  return { check: (vatId, requester) => service.check(vatId, requester, { ...who, mayAsk }) }
}
