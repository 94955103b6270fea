declare module '#kit/db/schema.ts' {
  interface Schema {
    payments: {
      intent_id: string
      order_id: string
      amount_cents: number
      currency: string
      /** `stray`: money that came for an order that could not take it; it goes back. */
      state: 'open' | 'succeeded' | 'cancelled' | 'stray'
      created_at: number
      /** When the provider was last asked about it. */
      checked_at: number
    }
    refunds: {
      intent_id: string
      amount_cents: number
      reason: string
      created_at: number
      attempts: number
      /** When to ask the provider (again); absent once it has taken the refund. */
      next_attempt_at: number | null
      refund_id: string | null
    }
    followed_events: {
      provider: string
      /** What the provider did before was followed. */
      until_ms: number
    }
  }
}

// Makes this file a module: what it declares is added to the schema instead of replacing it.
export {}
