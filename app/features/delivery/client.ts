import { getJson, unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { SaveAddress, SavedAddress } from './address-schema.ts'
import type { DeliveryApi } from './api.ts'
import type { Country } from './schema.ts'

export type { SaveAddress, SavedAddress } from './address-schema.ts'

const deliveryClient = createClient<DeliveryApi>()

/** All countries by name, with the fields of their addresses: 130 kB, so only forms of addresses fetch it. */
export const fetchCountries = (signal?: AbortSignal): Promise<Country[]> =>
  getJson('/api/country', signal) as Promise<Country[]>

/** The caller's addresses, the default first. */
export const fetchAddresses = (): Promise<SavedAddress[]> => unwrap(deliveryClient.address.$get())

/** Saves an address as a new one, or in place of the one with the `id`. */
export const saveAddress = (json: SaveAddress, id?: string): Promise<SavedAddress> =>
  id === undefined
    ? unwrap(deliveryClient.address.$post({ json }))
    : unwrap(deliveryClient.address[':id'].$put({ param: { id: encodeURIComponent(id) }, json }))

export const deleteAddress = (id: string): Promise<{ deletedCount: number }> =>
  unwrap(deliveryClient.address[':id'].$delete({ param: { id: encodeURIComponent(id) } }))
