declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The texts of pages that an admin changed, as JSON: at most one row, whose id is 1. */
    site_texts: { id: number; revision: number; texts: string }
  }
}

export {}
