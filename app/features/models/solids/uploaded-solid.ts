import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Size } from '../bodies/body.ts'
import type { MadeFormat } from '../states.ts'
import { countSolids, inWords, sizeOf, WrongSolid } from './check-solid.ts'
import { fileOf, type MadeModel, withOpenCascade } from './make-model.ts'
import { freeing, type OpenCascade } from './opencascade.ts'

const FILE = '/uploaded.step'

/** The least and the greatest length of a solid in each direction, in mm. Others are mistakes, or a box that never ends. */
const LENGTHS = { least: 0.001, greatest: 1_000_000 }

/** Rejects with {@link WrongSolid} unless the STEP file can be read and has a solid, which is neither too small nor too large. */
export const checkUploaded = (step: Uint8Array): Promise<void> =>
  withOpenCascade((oc) => readUploaded(oc, step).shape.delete())

/** Makes another format of an uploaded STEP file. Rejects as {@link checkUploaded} does. */
export const convertUploaded = (step: Uint8Array, format: MadeFormat): Promise<MadeModel['file']> =>
  withOpenCascade((oc) => {
    const { shape, size } = readUploaded(oc, step)
    try {
      return fileOf(oc, shape, { size }, format)
    } finally {
      shape.delete()
    }
  })

/** All that is in the file as one shape, in mm whatever its unit is. It may have several solids, unlike a drawn part. */
function readUploaded(oc: OpenCascade, step: Uint8Array): { shape: TopoDS_Shape; size: Size } {
  oc.FS.writeFile(FILE, step)
  try {
    const shape = freeing((keep) => {
      const reader = keep(new oc.STEPControl_Reader())
      if (reader.ReadFile(FILE) !== oc.IFSelect_ReturnStatus.IFSelect_RetDone)
        throw new WrongSolid('it cannot be read')
      reader.TransferRoots(keep(new oc.Message_ProgressRange()))
      return reader.OneShape()
    })
    try {
      return { shape, size: checkedSize(oc, shape) }
    } catch (error) {
      shape.delete()
      throw error
    }
  } finally {
    oc.FS.unlink(FILE)
  }
}

function checkedSize(oc: OpenCascade, shape: TopoDS_Shape): Size {
  if (shape.IsNull() || countSolids(oc, shape) === 0) throw new WrongSolid('it has no solid')
  const size = sizeOf(oc, shape)
  const isPossible = size.every((length) => length >= LENGTHS.least && length <= LENGTHS.greatest)
  if (!isPossible) throw new WrongSolid(`it is ${inWords(size)}`)
  return size
}
