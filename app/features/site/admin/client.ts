import { productRefusals } from '#features/catalog/refusals.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import type { SiteApi } from '../api.ts'
import type { ChangeTexts, SiteTexts } from '../texts/schema.ts'

const client = createClient<SiteApi>()

export const fetchTexts = (signal?: AbortSignal): Promise<SiteTexts> =>
  unwrap(client.texts.$get({}, { init: { ...(signal && { signal }) } }))

/** Replaces the changed texts. Throws a `ProblemError`; see {@link textsMeanwhile}. */
export const putTexts = ({ revision, texts }: ChangeTexts): Promise<SiteTexts> =>
  unwrap(client.texts.$put({ json: { revision, texts } }))

/** The texts as another admin has saved them meanwhile, when the call was refused because of that. */
export const textsMeanwhile = (error: unknown): SiteTexts | undefined =>
  isRefusedBy(error, productRefusals.revisionChanged)
    ? (error.extras.pageTexts as SiteTexts | undefined)
    : undefined
