import { z } from '#kit/server/router.ts'

export const ownFactorSchema = z
  .object({
    password: z.boolean(),
    factor: z.boolean().meta({ description: 'Whether a sign-in wants a code too.' }),
    backupCodes: z.number().int().optional().meta({ description: 'How many are left.' }),
  })
  .meta({ id: 'OwnFactor' })

export type OwnFactor = z.infer<typeof ownFactorSchema>
