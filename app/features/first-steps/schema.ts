import { z } from 'zod'

/** What a new shop needs before it sells, in the sequence in which it is best done. */
export const STEP_NAMES = [
  'seller',
  'identity',
  'tax',
  'delivery',
  'texts',
  'categories',
  'parts',
  'factor',
  'order',
] as const

export type StepName = (typeof STEP_NAMES)[number]

export const firstStepsSchema = z.array(
  z.object({ step: z.enum(STEP_NAMES), isDone: z.boolean() }).meta({ id: 'FirstStep' }),
)

export type FirstStep = z.infer<typeof firstStepsSchema>[number]
