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
