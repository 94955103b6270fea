import { z } from 'zod'
import { LOSS_REASON } from '#features/orders/limits.ts'
import { oneLineField } from '#kit/input/fields.ts'
import { despiteDisputeField } from '../schema.ts'

/** Why a shipment counts as lost. */
export const loseShipmentSchema = z.object({
  reason: oneLineField(LOSS_REASON.what, LOSS_REASON),
  despiteDispute: despiteDisputeField,
})

export type LoseShipment = z.infer<typeof loseShipmentSchema>
