import type { Point } from '../bodies/body.ts'

/** A line of a drawing, in mm. */
export type Curve =
  | { readonly from: Point; readonly to: Point }
  | { readonly centre: Point; readonly radius: number }
  /** An arc, counterclockwise between two angles in degrees. */
  | { readonly centre: Point; readonly radius: number; readonly start: number; readonly end: number }
  | { readonly through: readonly Point[] }

/** What is seen of a solid from one side; hidden lines are behind its surface. */
export interface View {
  readonly visible: readonly Curve[]
  readonly hidden: readonly Curve[]
}

/** A solid seen from the front, with Z upwards, and from above. */
export interface Views {
  readonly front: View
  readonly top: View
}
