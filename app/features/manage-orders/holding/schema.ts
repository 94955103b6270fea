import { z } from 'zod'

export const holdSchema = z.object({
  until: z.iso.datetime({ offset: true, error: 'until is a moment such as 2026-11-23T14:00:00Z.' }).max(40),
})
