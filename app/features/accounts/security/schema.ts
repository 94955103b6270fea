import { z } from '#kit/server/router.ts'

const time = z.string().meta({ format: 'date-time' })

export const ownSessionSchema = z
  .object({
    _id: z.string(),
    createdAt: time,
    lastSeenAt: time,
    browser: z.string(),
    address: z.string().optional(),
    current: z.boolean(),
  })
  .meta({ id: 'OwnSession' })

export type OwnSession = z.infer<typeof ownSessionSchema>
