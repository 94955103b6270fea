import { z } from 'zod'

/** The orders for which an account cannot be deleted yet. */
export const openOrdersSchema = z.array(z.object({ _id: z.string(), number: z.string() }))

export type OpenOrders = z.infer<typeof openOrdersSchema>
