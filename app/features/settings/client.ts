import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { SettingsApi } from './api.ts'
import type { ShownSeller } from './schema.ts'

const client = createClient<SettingsApi>()

/** Who sells, and how to reach them. */
export const fetchSeller = (): Promise<ShownSeller> => unwrap(client.seller.$get({}))
