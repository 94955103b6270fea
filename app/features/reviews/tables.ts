declare module '#kit/db/schema.ts' {
  interface Schema {
    ratings: {
      id: string
      /** The author; null for reviews of the demo. */
      user_id: string | null
      name: string
      comment: string
      /** 0 to 10: twice the stars. */
      half_stars: number
      created_at: number
    }
  }
}

// Makes this file a module: what it declares is added to the schema instead of replacing it.
export {}
