declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The data of the sign-in sandbox. `body` is JSON; a row after `expires_at` is not read. */
    sandbox_google: {
      kind: string
      id: string
      body: string
      grant_id: string | null
      expires_at: number
      consumed_at: number | null
    }
  }
}

export {}
