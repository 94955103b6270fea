import type { Outline, Point } from '../bodies/body.ts'
import type { Curve } from '../files/view.ts'

/** The views of a drawing, with their coordinates: X and Z from the front, X and Y from above. In mm. */
export type ViewName = 'front' | 'top'

/**
 * A dimension line beside a view, on a side as the sheet lies. Its text is the distance of both points along the line, so it
 * cannot say anything else than what is drawn.
 */
export interface Measure {
  readonly view: ViewName
  readonly from: Point
  readonly to: Point
  readonly side: 'above' | 'below' | 'left' | 'right'
  readonly prefix?: 'Ø' | 'M'
  readonly suffix?: string
  /** The length in mm where the part is drawn broken, so that the line is shorter. */
  readonly broken?: number
}

/** A line from a point to a value beside the view. */
export interface Leader {
  readonly view: ViewName
  readonly tip: Point
  readonly side: 'above' | 'below'
  readonly to?: 'left' | 'right'
  readonly value: number
  readonly prefix?: 'Ø' | 'M'
  readonly suffix?: string
}

/** Something that is drawn in a view; of several, the later ones cover the earlier ones. */
export type Piece =
  | {
      readonly outline: Outline
      readonly holes?: readonly Outline[]
      readonly fill: 'paper' | 'cut' | 'rubber' | 'none'
      /** Without it only the fill is drawn. */
      readonly line?: Line
    }
  | { readonly curves: readonly Curve[]; readonly line: Line }
  /** Pieces of round wire, by their middle. */
  | { readonly wires: readonly (readonly Point[])[]; readonly radius: number }

type Line = 'outline' | 'edge' | 'thin' | 'hidden' | 'centre'

/** An external thread in the view from the front: its straight lines between two heights are drawn with their turns. */
export interface ThreadMark {
  readonly diameter: number
  readonly pitch: number
  readonly from: number
  readonly to: number
}

/** How one view differs from what is projected. */
export interface Figure {
  /** The fill of its outline; without it that of paper. */
  readonly fill?: 'rubber'
  /** Drawn in the place of the projection: a section, or wires. */
  readonly instead?: readonly Piece[]
  /** Drawn on the projection. */
  readonly over?: readonly Piece[]
  readonly threads?: readonly ThreadMark[]
  /** Where one sees through the part: it is not filled there. */
  readonly holes?: readonly Outline[]
  /** Circles about the axis with these radii are not drawn: a piece says how they are. */
  readonly withoutRadii?: readonly [least: number, most: number]
  /** Off for what only confuses, such as a thread behind a head. */
  readonly hidden?: false
  /** Off for views that are not symmetric. */
  readonly axes?: false
}

/** What the drawing of a part says and shows besides its views. It is data, as its body is. */
export interface Marks {
  /**
   * How the views stand on the sheet: turned, so that the axis Z lies with its upper end on the left, and the view from above
   * beside it; or upright, with the view from above over the one from the front.
   */
  readonly layout: 'beside' | 'stacked'
  readonly measures: readonly Measure[]
  readonly leaders?: readonly Leader[]
  readonly front?: Figure
  readonly top?: Figure
}
