import { z } from 'zod'

export const restoreStateSchema = z
  .object({
    isWaiting: z.boolean(),
    restoredAt: z.string().optional(),
    backedUpAt: z.string().optional(),
    mails: z.number(),
    orders: z.number(),
    refunds: z.number(),
  })
  .meta({ id: 'RestoreState' })

/**
 * Whether the database is a restored copy that waits until somebody says that it is the shop, and what would follow: `mails` are
 * sent, `refunds` are completed, `orders` are unpaid ones whose time is over. At most 1,000 of each are counted.
 */
export type RestoreState = z.infer<typeof restoreStateSchema>
