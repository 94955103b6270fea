import type { Body, Size } from '../bodies/body.ts'
import type { Marks } from '../drawings/marks.ts'
import { svgOf } from '../drawings/svg.ts'
import { dxfOf } from '../files/dxf.ts'
import { glbOf } from '../files/glb.ts'
import type { Views } from '../files/view.ts'
import type { MadeFormat } from '../states.ts'
import { buildSolid } from './build-solid.ts'
import { checkSolid, type Measured, WrongSolid } from './check-solid.ts'
import { meshSolid } from './mesh-solid.ts'
import { type OpenCascade, startOpenCascade } from './opencascade.ts'
import { projectSolid } from './project-solid.ts'
import { stepOf } from './step-solid.ts'

/** A model's file and what its solid measures. STEP has no part number yet: `nameStep` gives it one. */
export interface MadeModel extends Measured {
  readonly file: string | Uint8Array<ArrayBuffer>
}

/** What is needed to make a model. It can be sent to another process, and the same is the same geometry. */
export interface ModelOrder {
  readonly body: Body
  /** The bounding box that the solid must have. */
  readonly size: Size
  readonly views?: Views
  readonly marks?: Marks
}

/**
 * Makes the file of a model, in the process that calls it. Rejects with {@link WrongSolid} when the solid is not as it has to
 * be. OpenCascade is not to be used any more after any other error.
 */
export async function makeModel(order: ModelOrder, format: MadeFormat): Promise<MadeModel> {
  return withOpenCascade((oc) => {
    const solid = buildSolid(oc, order.body)
    try {
      const measured = checkSolid(oc, solid, order.size)
      return { ...measured, file: fileOf(oc, solid, order, format) }
    } finally {
      solid.delete()
    }
  })
}

/** Runs work of OpenCascade, whose own exceptions become {@link WrongSolid}. */
export async function withOpenCascade<Result>(work: (oc: OpenCascade) => Result): Promise<Result> {
  const oc = await startOpenCascade()
  try {
    return work(oc)
  } catch (error) {
    throw error instanceof Error ? error : new WrongSolid(messageOf(oc, error))
  }
}

/** The file of a solid that is this large, in a format. */
export function fileOf(
  oc: OpenCascade,
  solid: ReturnType<typeof buildSolid>,
  { size, views, marks }: Omit<ModelOrder, 'body'>,
  format: MadeFormat,
): MadeModel['file'] {
  if (format === 'step') return stepOf(oc, solid)
  if (format === 'glb') return glbOf(meshSolid(oc, solid, size), size)
  const seen = views ?? projectSolid(oc, solid)
  return format === 'dxf' ? dxfOf(seen) : svgOf(seen, marks, size)
}

/** What OpenCascade throws is no Error: an exception of WebAssembly with a name and a text. */
function messageOf(oc: OpenCascade, thrown: unknown): string {
  if (!(thrown instanceof WebAssembly.Exception)) return String(thrown)
  return `OpenCascade: ${oc.getExceptionMessage(thrown).filter(Boolean).join(': ')}`
}
