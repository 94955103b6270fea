import { whenFresh } from '#features/accounts/own-security.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { RestoresApi } from '../api.ts'
import type { RestoreState } from '../schema.ts'

const client = createClient<RestoresApi>()

export const fetchRestored = (signal?: AbortSignal): Promise<RestoreState> =>
  unwrap(client.restored.$get({}, signal && { init: { signal } }))

export const takeOver = (): Promise<RestoreState> =>
  whenFresh(() => unwrap(client.restored['take-over'].$post({})))
