import { ownCall } from '#features/accounts/calls.ts'
import { jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { addAddress, deleteAddress, listAddresses, replaceAddress } from './address-book/address-book.ts'
import { saveAddressSchema, savedAddressSchema } from './address-schema.ts'
import { listCountries } from './addresses/countries.ts'
import { countrySchema, type DeliverySettings } from './schema.ts'

/** @public */
export const ADDRESS_LIMIT: Limit = {
  name: 'address',
  what: 'changes of an address book',
  account: 300,
  address: 2000,
  windowMs: MINUTE_MS,
}

const addressId = { params: z.object({ id: z.string().meta({ description: 'The id of the address.' }) }) }

const countriesRoute = publicCall('get', '/country', {
  operationId: 'listCountries',
  summary: 'The countries by name, with the fields of their addresses',
  description:
    '`served` says whether the shop delivers there. `fields` are in the sequence in which the country writes them.',
  publicCache: true,
  answers: { 200: jsonAnswer('The countries', z.array(countrySchema)) },
})

const listRoute = ownCall('get', '/address', {
  operationId: 'listAddresses',
  summary: 'The caller’s addresses, the default first',
  limit: 'reads',
  answers: { 200: jsonAnswer('The addresses', z.array(savedAddressSchema)) },
})

const addRoute = ownCall('post', '/address', {
  operationId: 'addAddress',
  summary: 'Save an address',
  description: 'At most 200. The first one is the default, and one with `isDefault` becomes it.',
  body: saveAddressSchema,
  limit: ADDRESS_LIMIT,
  answers: { 201: jsonAnswer('The address', savedAddressSchema) },
  refusals: ['too_many'],
})

const replaceRoute = ownCall('put', '/address/{id}', {
  operationId: 'replaceAddress',
  summary: 'Replace an own address',
  description:
    'The default stays it until another address becomes it. Orders keep the address that they had.',
  ...addressId,
  body: saveAddressSchema,
  limit: ADDRESS_LIMIT,
  answers: { 200: jsonAnswer('The address', savedAddressSchema) },
})

const deleteRoute = ownCall('delete', '/address/{id}', {
  operationId: 'deleteAddress',
  summary: 'Delete an own address',
  ...addressId,
  limit: ADDRESS_LIMIT,
  answers: { 200: jsonAnswer('How many were deleted', z.object({ deletedCount: z.number() })) },
})

/** The calls of countries and address books. `readServed` reads the countries of the settings. */
export function deliveryApi(shop: Shop, readServed: () => Promise<DeliverySettings['countries']>) {
  return createRouter('Delivery')
    .openapi(countriesRoute, async (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(listCountries(await readServed()), 200)
    })
    .openapi(listRoute, async (c) => c.json(await listAddresses(shop.db, c.get('user')), 200))
    .openapi(addRoute, async (c) => c.json(await addAddress(shop, c.get('user'), c.req.valid('json')), 201))
    .openapi(replaceRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await replaceAddress(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi(deleteRoute, async (c) => {
      await deleteAddress(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
}

export type DeliveryApi = ReturnType<typeof deliveryApi>
