/** A point of an outline, in mm. */
export type Point = readonly [x: number, y: number]

/** A point or a direction in space, in mm. Z is the axis of turned parts. */
export type Vector = readonly [x: number, y: number, z: number]

/** A line to a point, or the arc of a circle through one point to another. */
export type Step = Point | { readonly through: Point; readonly to: Point }

/** A closed outline: it starts at a point, and a line closes it where its last step does not. */
export type Outline = readonly [start: Point, ...steps: Step[]]

/**
 * How a solid is made, as data: lengths in mm, angles in degrees. It says nothing about the library that makes it, so it
 * can be computed in any process, compared, sent to another process and kept as the name of a geometry.
 */
export type Body =
  /** An outline of radius and height, turned about the axis Z. Its radii are 0 or more. */
  | { readonly turned: Outline }
  /** An outline in X and Y between two heights. */
  | { readonly prism: Outline; readonly from: number; readonly to: number }
  /** An outline of radius and height that turns about the axis Z while it rises, from one angle to another. */
  | { readonly coiled: Outline; readonly from: number; readonly to: number; readonly rise: number }
  /** A round wire along a smooth curve through these points. */
  | { readonly wire: readonly Vector[]; readonly radius: number }
  /**
   * Several solids that touch each other, as one. Faces that lie in one surface become one, except with `seams`, which keeps
   * the edges between them.
   */
  | { readonly fused: readonly Body[]; readonly seams?: boolean }
  | { readonly cut: Body; readonly by: readonly Body[] }
  /** What is inside both. */
  | { readonly common: readonly [Body, Body] }
  | { readonly moved: Body; readonly by: Vector }
  /** So many times as large in all directions, from the origin. */
  | { readonly scaled: Body; readonly times: number }
  /** Turned about an axis through the origin, counterclockwise seen against it. */
  | { readonly rotated: Body; readonly about: 'x' | 'y' | 'z'; readonly degrees: number }

/** The lengths of a bounding box along X, Y and Z, in mm. */
export type Size = Vector
