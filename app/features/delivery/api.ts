import type { Guards } from '#features/accounts/accounts.ts'
import { PUBLIC_CACHE } from '#kit/public-cache/public-addresses.ts'
import { FOR_SIGNED_IN, jsonAnswer, jsonBody, PROOF, refusals, WITH_BODY } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { addAddress, deleteAddress, listAddresses, replaceAddress } from './address-book/address-book.ts'
import { saveAddressSchema, savedAddressSchema } from './address-schema.ts'
import { listCountries } from './addresses/countries.ts'
import { countrySchema, type DeliverySettings } from './schema.ts'

/** Changes of address books. */
export const ADDRESS_LIMIT: Limit = { name: 'address', account: 300, address: 2000, windowMs: MINUTE_MS }

const security = PROOF.bearer

const tags = ['Delivery']

const addressId = { params: z.object({ id: z.string().meta({ description: 'The id of the address.' }) }) }

const countriesRoute = createRoute({
  method: 'get',
  path: '/country',
  operationId: 'listCountries',
  tags,
  security: PROOF.none,
  ...PUBLIC_CACHE,
  summary: 'The countries by name, with the fields of their addresses',
  description:
    '`served` says whether the shop delivers there. `fields` are in the sequence in which the country writes them.',
  responses: { 200: jsonAnswer('The countries', z.array(countrySchema)), ...refusals() },
})

const listRoute = createRoute({
  method: 'get',
  path: '/address',
  operationId: 'listAddresses',
  tags,
  security,
  summary: 'The caller’s addresses, the default first',
  responses: {
    200: jsonAnswer('The addresses', z.array(savedAddressSchema)),
    ...refusals(...FOR_SIGNED_IN, 'too_many_requests'),
  },
})

const addRoute = createRoute({
  method: 'post',
  path: '/address',
  operationId: 'addAddress',
  tags,
  security,
  summary: 'Save an address',
  description: 'At most 200. The first one is the default, and one with `isDefault` becomes it.',
  request: jsonBody(saveAddressSchema),
  responses: {
    201: jsonAnswer('The address', savedAddressSchema),
    ...refusals(...FOR_SIGNED_IN, ...WITH_BODY, 'too_many_requests', 'too_many'),
  },
})

const replaceRoute = createRoute({
  method: 'put',
  path: '/address/{id}',
  operationId: 'replaceAddress',
  tags,
  security,
  summary: 'Replace an own address',
  description:
    'The default stays it until another address becomes it. Orders keep the address that they had.',
  request: { ...addressId, ...jsonBody(saveAddressSchema) },
  responses: {
    200: jsonAnswer('The address', savedAddressSchema),
    ...refusals(...FOR_SIGNED_IN, ...WITH_BODY, 'too_many_requests', 'not_found'),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/address/{id}',
  operationId: 'deleteAddress',
  tags,
  security,
  summary: 'Delete an own address',
  request: addressId,
  responses: {
    200: jsonAnswer('How many were deleted', z.object({ deletedCount: z.number() })),
    ...refusals(...FOR_SIGNED_IN, 'too_many_requests', 'not_found'),
  },
})

/** The calls of countries and address books. `readServed` reads the countries of the settings. */
export function deliveryApi(
  shop: Shop,
  guards: Guards,
  readServed: () => Promise<DeliverySettings['countries']>,
) {
  const limit = guards.limit(ADDRESS_LIMIT)
  return createRouter()
    .openapi(countriesRoute, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(listCountries(await readServed()), 200)
    })
    .openapi({ ...listRoute, middleware: [guards.requireUser, guards.limitReads] as const }, async (c) =>
      c.json(await listAddresses(shop.db, c.get('user')), 200),
    )
    .openapi({ ...addRoute, middleware: [guards.requireUser, limit] as const }, async (c) =>
      c.json(await addAddress(shop, c.get('user'), c.req.valid('json')), 201),
    )
    .openapi({ ...replaceRoute, middleware: [guards.requireUser, limit] as const }, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await replaceAddress(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi({ ...deleteRoute, middleware: [guards.requireUser, limit] as const }, async (c) => {
      await deleteAddress(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
}

export type DeliveryApi = ReturnType<typeof deliveryApi>
