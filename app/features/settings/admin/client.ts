import { whenFresh } from '#features/accounts/own-security.ts'
import type { QuoteApi } from '#features/quote/api.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import type { SettingsApi } from '../api.ts'
import { settingsRefusals } from '../refusals.ts'
import type { ChangeSettings, Settings } from '../schema.ts'

const client = createClient<SettingsApi>()
const quote = createClient<QuoteApi>()

export const fetchSettings = (signal?: AbortSignal): Promise<Settings> =>
  unwrap(client.settings.$get({}, { init: { ...(signal && { signal }) } }))

/** Replaces the settings. Throws a `ProblemError`; see {@link settingsMeanwhile}. */
export const putSettings = (json: ChangeSettings): Promise<Settings> =>
  whenFresh(() => unwrap(client.settings.$put({ json })))

/** The settings as another admin has saved them meanwhile, when the call was refused because of that. */
export const settingsMeanwhile = (error: unknown): Settings | undefined =>
  isRefusedBy(error, settingsRefusals.revisionChanged)
    ? (error.extras.settings as Settings | undefined)
    : undefined

type ExampleCall = (typeof quote.settings.example)['$post']

/** The settings as they are typed, with parts and where they go. */
export type ExampleQuestion = Parameters<ExampleCall>[0]['json']

export type Example = Awaited<ReturnType<typeof fetchExample>>

/** What parts would cost by settings that are not saved. Throws a `ProblemError`. */
export const fetchExample = (json: ExampleQuestion, signal: AbortSignal) =>
  unwrap(quote.settings.example.$post({ json }, { init: { signal } }))
