declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The saved views of Manage Orders, each of one admin. */
    order_views: {
      id: string
      user_id: string
      name: string
      /** The name as it is compared: unique among those of the admin. */
      folded_name: string
      /** JSON: see `ViewFilter`. */
      filter: string
    }
    /** What admins noted on orders. */
    order_notes: {
      order_id: string
      id: string
      /** The admin's e-mail at that time. */
      author_email: string
      text: string
      at: number
      /** When it was removed; it can be restored until it is deleted. */
      removed_at: number | null
    }
  }
}

// Makes this file a module: what it declares is added to the schema instead of replacing it.
export {}
