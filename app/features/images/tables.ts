import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { WebPictureType } from '#kit/pictures/web-picture.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Uploaded images; `kept` is 1 once a product has used it. */
    images: { id: string; kept: number }
    /** The picture of an account, as WebP; `outside` as of `KeptFile`. */
    avatars: { user_id: string; id: string; content: Buffer; outside: Generated<string | null> }
    /** An image in one of the widths of `IMAGE_WIDTHS`, or as wide as it is where that is less; `outside` as of `KeptFile`. */
    image_files: {
      image_id: string
      width: number
      type: WebPictureType
      content: Buffer
      outside: Generated<string | null>
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  avatars: { columns: ['user_id'], firstReset: 'deleted', account: 'deleted', leaving: 'deleted' },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`avatars` (10 kB)':
    'one row of an account, until its picture is replaced or removed, until the first reset, or with the account',
  '`images`, `image_files` (300 kB an image)':
    'for good once a product has used it, since its history names it; else a day: `delete unused images`',
}
