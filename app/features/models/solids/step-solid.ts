import type { TopoDS_Shape } from 'replicad-opencascadejs'
import { unnamedStep } from '../files/step.ts'
import { freeing, type OpenCascade } from './opencascade.ts'

const FILE = '/model.step'

/** The solid as STEP AP242 in mm, to be named by `nameStep`. */
export function stepOf(oc: OpenCascade, shape: TopoDS_Shape): string {
  return freeing((keep) => {
    const writer = keep(new oc.STEPControl_Writer())
    oc.Interface_Static.SetCVal('write.step.unit', 'MM')
    oc.Interface_Static.SetCVal('write.step.schema', 'AP242DIS')
    // Curves on surfaces double the size of the file, and every reader computes them.
    oc.Interface_Static.SetIVal('write.surfacecurve.mode', 0)
    const { STEPControl_ManifoldSolidBrep } = oc.STEPControl_StepModelType
    writer.Transfer(shape, STEPControl_ManifoldSolidBrep, true, keep(new oc.Message_ProgressRange()))
    if (writer.Write(FILE) !== oc.IFSelect_ReturnStatus.IFSelect_RetDone)
      throw new Error('OpenCascade could not write the STEP file')
    const text = oc.FS.readFile(FILE, { encoding: 'utf8' })
    oc.FS.unlink(FILE)
    return unnamedStep(text)
  })
}
