import type { Documents, OrderPaper } from '#features/documents/documents.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import { offerNumberText } from '../texts.ts'
import type { OfferRow } from './offer-rows.ts'

interface OfferFile {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The document of a version as it was issued; without a revision of the newest. Refused (404) when there is none. */
export async function offerFile(
  db: Db,
  documents: Pick<Documents, 'offer'>,
  { id, number }: Pick<OfferRow, 'id' | 'number'>,
  {
    revision,
    isForMail = false,
  }: { readonly revision?: number | undefined; readonly isForMail?: boolean } = {},
): Promise<OfferFile> {
  const version = await db
    .selectFrom('offer_versions')
    .select(['version', 'paper'])
    .where('offer_id', '=', id)
    .$if(revision !== undefined, (versions) => versions.where('revision', '=', revision ?? 0))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!version) throw new AppError('not_found', 'There is no such version of the offer.')
  const paper: OrderPaper = JSON.parse(version.paper)
  const bytes = await documents.offer(paper, isForMail)
  return { fileName: `${offerNumberText(number)}-${version.version}.pdf`, bytes }
}
