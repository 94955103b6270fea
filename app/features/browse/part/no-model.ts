import { NO_SHAPE } from '#features/models/models.ts'
import type { PartModel } from '#features/models/schema.ts'

/** Why a part has no 3-D model, in words for customers; undefined for a part with one. */
export function noModelText(model: PartModel): string | undefined {
  if (!('reason' in model)) return undefined
  return model.reason === NO_SHAPE
    ? 'There is no 3-D model of this kind of part yet. The picture and the facts have its sizes.'
    : `There is no 3-D model of this part. ${model.reason}`
}
