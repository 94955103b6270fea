declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Everything the sign-in sandbox knows. `body` is JSON; a row past `expires_at` counts as gone. */
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
