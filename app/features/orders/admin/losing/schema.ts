import { z } from 'zod'
import { oneLineField } from '#kit/input/fields.ts'
import { LOSS_REASON } from '../../limits.ts'
import { despiteDisputeField } from '../shipping/schema.ts'

/** Why a shipment counts as lost. */
export const loseShipmentSchema = z.object({
  reason: oneLineField(LOSS_REASON.what, LOSS_REASON),
  despiteDispute: despiteDisputeField,
})

export type LoseShipment = z.infer<typeof loseShipmentSchema>
