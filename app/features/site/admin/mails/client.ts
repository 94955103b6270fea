import { productRefusals } from '#features/catalog/refusals.ts'
import type { CustomerMail } from '#features/customer-mails/limits.ts'
import type { ChangeMailWords, MailWords, SavedMailWords } from '#features/customer-mails/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import type { MailWordsApi } from '../../mails/api.ts'
import type { MailPreview } from '../../mails/schema.ts'

const { 'mail-words': calls } = createClient<MailWordsApi>()

export const fetchMailWords = (signal?: AbortSignal): Promise<SavedMailWords> =>
  unwrap(calls.$get({}, { init: { signal: signal ?? null } }))

/** Replaces the words. Throws a `ProblemError`; see {@link wordsMeanwhile}. */
export const putMailWords = ({ revision, words }: ChangeMailWords): Promise<SavedMailWords> =>
  unwrap(calls.$put({ json: { revision, words } }))

/** The words as another admin has saved them meanwhile, when the call was refused because of that. */
export const wordsMeanwhile = (error: unknown): SavedMailWords | undefined =>
  isRefusedBy(error, productRefusals.revisionChanged)
    ? (error.extras.mailWords as SavedMailWords | undefined)
    : undefined

/** A mail as it would be sent with these words. */
export const fetchPreview = (
  kind: CustomerMail,
  words: MailWords,
  signal: AbortSignal,
): Promise<MailPreview> => unwrap(calls.preview.$post({ json: { kind, words } }, { init: { signal } }))
