import { serveTasks } from '#kit/worker/serve-tasks.ts'
import { WrongSolid } from './solids/check-solid.ts'
import { type MadeModel, type ModelOrder, makeModel } from './solids/make-model.ts'
import { limitMemory, startOpenCascade } from './solids/opencascade.ts'
import { checkUploaded, convertUploaded } from './solids/uploaded-solid.ts'
import type { MadeFormat } from './states.ts'

/** A file to make of a drawn part or of an uploaded STEP file; or such a file to check. */
export type ModelTask =
  | (ModelOrder & { readonly format: MadeFormat })
  | { readonly uploaded: Uint8Array; readonly format: MadeFormat | 'check' }

/** The file, which is empty after a check; or why no solid can be made of the sizes or read of the file. */
export type ModelResult = Pick<MadeModel, 'file'> | { readonly reason: string }

/** Large files of sellers take this much, and so would many springs, whose memory is not given back. */
const MAXIMUM_BYTES = 1_000_000_000

limitMemory(await startOpenCascade(), MAXIMUM_BYTES, () => process.exit(1))

serveTasks(async (task: ModelTask): Promise<ModelResult> => {
  try {
    return { file: await run(task) }
  } catch (error) {
    if (error instanceof WrongSolid) return { reason: error.message }
    // No memory or no stack is left, or OpenCascade crashed: it is not to be used any more.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) process.exit(1)
    throw error
  }
})

async function run(task: ModelTask): Promise<MadeModel['file']> {
  if (!('uploaded' in task)) return (await makeModel(task, task.format)).file
  if (task.format !== 'check') return convertUploaded(task.uploaded, task.format)
  await checkUploaded(task.uploaded)
  return ''
}
