import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { MadeFormat } from '../states.ts'
import { countSolids, sizeOf, WrongSolid } from './check-solid.ts'
import { fileOf, type MadeModel, withOpenCascade } from './make-model.ts'
import { freeing, type OpenCascade } from './opencascade.ts'

const FILE = '/uploaded.step'

/** Rejects with {@link WrongSolid} unless the STEP file can be read and has a solid. */
export const checkUploaded = (step: Uint8Array): Promise<void> =>
  withOpenCascade((oc) => readUploaded(oc, step).delete())

/** Makes another format of an uploaded STEP file. Rejects as {@link checkUploaded} does. */
export const convertUploaded = (step: Uint8Array, format: MadeFormat): Promise<MadeModel['file']> =>
  withOpenCascade((oc) => {
    const shape = readUploaded(oc, step)
    try {
      return fileOf(oc, shape, { size: sizeOf(oc, shape) }, format)
    } finally {
      shape.delete()
    }
  })

/** All that is in the file as one shape, in mm whatever its unit is. It may have several solids, unlike a drawn part. */
function readUploaded(oc: OpenCascade, step: Uint8Array): TopoDS_Shape {
  oc.FS.writeFile(FILE, step)
  try {
    const shape = freeing((keep) => {
      const reader = keep(new oc.STEPControl_Reader())
      if (reader.ReadFile(FILE) !== oc.IFSelect_ReturnStatus.IFSelect_RetDone)
        throw new WrongSolid('it cannot be read')
      reader.TransferRoots(keep(new oc.Message_ProgressRange()))
      return reader.OneShape()
    })
    const isSolid = !shape.IsNull() && countSolids(oc, shape) > 0
    if (isSolid) return shape
    shape.delete()
    throw new WrongSolid('it has no solid')
  } finally {
    oc.FS.unlink(FILE)
  }
}
