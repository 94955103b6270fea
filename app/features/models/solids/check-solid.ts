import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { Size } from '../bodies/body.ts'
import { freeing, type OpenCascade } from './opencascade.ts'

/** How far a bounding box may differ from the dimensions, in mm. */
const BOX_TOLERANCE = 0.01

/** How far a volume may differ, as a part of it. Without it OpenCascade measures a coil wrong by up to a third. */
const VOLUME_TOLERANCE = 0.001

/** What a solid measures: the volume in mm³, and its bounding box. */
export interface Measured {
  readonly volume: number
  readonly size: Size
}

/** A solid that may not be given out; the message says why. */
export class WrongSolid extends Error {}

/** Measures a solid. Throws {@link WrongSolid} unless it is one closed valid solid of this size. */
export function checkSolid(oc: OpenCascade, shape: TopoDS_Shape, expected: Size): Measured {
  if (shape.IsNull()) throw new WrongSolid('nothing was made')
  const solids = countSolids(oc, shape)
  if (solids !== 1) throw new WrongSolid(`it is ${solids} solids, not one`)
  const isValid = freeing((keep) => keep(new oc.BRepCheck_Analyzer(shape, true, false, false)).IsValid())
  if (!isValid) throw new WrongSolid('its surface is not closed or crosses itself')
  const volume = volumeOf(oc, shape)
  if (!(Number.isFinite(volume) && volume > 0)) throw new WrongSolid(`its volume is ${volume} mm³`)
  const size = sizeOf(oc, shape)
  const isRight = size.every((length, axis) => Math.abs(length - (expected[axis] ?? 0)) <= BOX_TOLERANCE)
  if (!isRight) throw new WrongSolid(`it is ${inWords(size)}, not ${inWords(expected)}`)
  return { volume, size }
}

/** "15.011 × 6.500 × 13.000 mm" */
export const inWords = (size: Size): string => `${size.map((length) => length.toFixed(3)).join(' × ')} mm`

export function countSolids(oc: OpenCascade, shape: TopoDS_Shape): number {
  return freeing((keep) => {
    const { TopAbs_SOLID, TopAbs_SHAPE } = oc.TopAbs_ShapeEnum
    const solids = keep(new oc.TopExp_Explorer(shape, TopAbs_SOLID, TopAbs_SHAPE))
    let count = 0
    for (; solids.More(); solids.Next()) count++
    return count
  })
}

function volumeOf(oc: OpenCascade, shape: TopoDS_Shape): number {
  return freeing((keep) => {
    const properties = keep(new oc.GProp_GProps())
    oc.BRepGProp.VolumeProperties(shape, properties, VOLUME_TOLERANCE, true, false)
    return properties.Mass()
  })
}

/** The bounding box. */
export function sizeOf(oc: OpenCascade, shape: TopoDS_Shape): Size {
  return freeing((keep) => {
    const box = keep(new oc.Bnd_Box())
    oc.BRepBndLib.AddOptimal(shape, box, false, false)
    return [box.GetXMax() - box.GetXMin(), box.GetYMax() - box.GetYMin(), box.GetZMax() - box.GetZMin()]
  })
}
