declare module '#kit/db/schema.ts' {
  interface Schema {
    /** All state of the payment sandbox. `body` is JSON; `due_at` is when the sandbox has to act on the row again. */
    sandbox_stripe: {
      kind: string
      id: string
      body: string
      created_at: number
      due_at: number | null
    }
  }
}

export {}
