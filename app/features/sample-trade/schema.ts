import { z } from 'zod'

const count = z.number().int()

export const sampleTradeSchema = z
  .object({
    state: z.enum(['off', 'none', 'placing', 'placed']).meta({
      description: '`off` in production and with real payments: there it cannot be placed.',
    }),
    orders: count.meta({ description: 'The orders of the sample customers.' }),
    done: count,
    steps: count.meta({
      description: 'Placing, shipping, refunding: so many steps, of which `done` are done.',
    }),
  })
  .meta({ id: 'SampleTrade' })

/** Whether there are sample orders, and how far they are placed. */
export type SampleTrade = z.infer<typeof sampleTradeSchema>
