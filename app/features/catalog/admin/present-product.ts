import { ProblemError } from '#kit/browser/client.ts'
import { productRefusals } from '../refusals.ts'
import type { ManagedProduct } from '../schema.ts'

/** The product as the shop has it, when a call was refused because it was changed meanwhile. */
export const presentProduct = (error: unknown): ManagedProduct | undefined =>
  error instanceof ProblemError && error.code === productRefusals.revisionChanged.code
    ? (error.extras.product as ManagedProduct)
    : undefined
