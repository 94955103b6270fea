import type { KeptRows } from '#kit/db/schema.ts'
import type { MadeFormat } from './states.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Models as they were made, by their geometry; a STEP file has no part number yet. Or why one cannot be made. */
    model_files: {
      /** The hash of what it is made from. */
      geometry: string
      format: MadeFormat
      content: Buffer | null
      /** Why there is no content. */
      reason: string | null
      /** When it was asked for, to the day. */
      used_at: number
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`model_files` (40 kB, a spring 800 kB)':
    '90 days after they were last asked for, and 20,000 at most: `delete old models`. They are made again when they are asked for, so a backup can leave them out',
}
