import { serveTasks } from '#kit/worker/serve-tasks.ts'
import { WrongSolid } from './solids/check-solid.ts'
import { type MadeModel, type ModelOrder, makeModel } from './solids/make-model.ts'
import type { ModelFormat } from './states.ts'

/** A file to make. */
export interface ModelTask extends ModelOrder {
  readonly format: ModelFormat
}

/** The file, or why no solid can be made of the sizes. */
export type ModelResult = Pick<MadeModel, 'file'> | { readonly reason: string }

serveTasks(async ({ format, ...order }: ModelTask): Promise<ModelResult> => {
  try {
    const { file } = await makeModel(order, format)
    return { file }
  } catch (error) {
    if (error instanceof WrongSolid) return { reason: error.message }
    throw error
  }
})
