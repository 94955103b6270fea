import { z } from 'zod'
import { configPart, wholeNumber } from '#kit/config/config-part.ts'
import { HOUR_MS } from '#kit/time.ts'

declare module '#kit/config/config.ts' {
  interface Config {
    /** How long an unpaid order holds its pieces, in milliseconds. */
    readonly holdMs: number
    readonly maxUnpaidOrders: number
    /** What the unpaid orders of an account may be worth together, in cents. */
    readonly maxHeldCents: number
  }
}

/** The settings of orders. */
export const ordersConfig = configPart({
  variables: {
    HOLD_HOURS: z
      .string()
      .refine(
        (text) => /^\d*\.?\d+$/.test(text) && Number(text) > 0 && Number(text) <= 8760,
        'HOLD_HOURS has to be above 0 and at most 8760',
      )
      .transform(Number)
      .default(72),
    MAX_UNPAID_ORDERS: wholeNumber('MAX_UNPAID_ORDERS', 1, 1_000_000).default(100),
    MAX_HELD: wholeNumber('MAX_HELD', 1, 1_000_000_000).default(250_000),
  },
  shape: (env) => ({
    holdMs: Math.round(env.HOLD_HOURS * HOUR_MS),
    maxUnpaidOrders: env.MAX_UNPAID_ORDERS,
    maxHeldCents: env.MAX_HELD * 100,
  }),
})
