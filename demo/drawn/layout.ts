import type { Box, Sheet } from '#kit/drawing/sheet.ts'

/** Margins on the sheet in px, for the dimension lines beside and between the views. */
interface Margins {
  readonly left?: number
  readonly right?: number
  readonly gap?: number
  readonly tall?: number
  readonly cy?: number
}

/** Two views on one horizontal axis: scale in px per mm, the first view's centre, the second one's left edge. */
export interface TwoViews {
  readonly s: number
  readonly ax: number
  readonly bx: number
  readonly cy: number
  readonly box: Box
  /** The extent of the side view, if the part is so long that a thumbnail shows only that. */
  readonly alone?: Box
}

/** Lays an end view and a side view on one axis, as large as the sheet allows. Sizes in mm. */
export function twoViews(
  endWidth: number,
  sideWidth: number,
  height: number,
  margins: Margins = {},
): TwoViews {
  const { left = 24, right = 24, gap = 40, tall = 136, cy = 118 } = margins
  const s = Math.min((320 - left - right - gap) / (endWidth + sideWidth), tall / height)
  const w = (endWidth + sideWidth) * s + gap
  const x = left + (320 - left - right - w) / 2
  const box = { x, y: cy - (height * s) / 2, w, h: height * s }
  const bx = x + endWidth * s + gap
  const views = { s, ax: x + (endWidth * s) / 2, bx, cy, box }
  return sideWidth > 2.2 * height ? { ...views, alone: { ...box, x: bx, w: sideWidth * s } } : views
}

/** Creates the sheet. The end view of a long part is `aside`, which thumbnails leave out. */
export const sheetOf = (view: TwoViews, end: string, side: string, dims: string): Sheet =>
  view.alone ? { aside: end, part: side, dims, box: view.alone } : { part: end + side, dims, box: view.box }

/** Two views above each other, both centred on `cx`: the scale and the top of each. */
interface StackedViews {
  readonly s: number
  readonly cx: number
  readonly top: number
  readonly bottom: number
  readonly box: Box
}

/** Lays a front view above a top view, as large as the sheet allows. Sizes in mm. */
export function stackedViews(
  width: number,
  upper: number,
  lower: number,
  margins: Margins = {},
): StackedViews {
  const { left = 36, right = 36, gap = 30, tall = 190, cy = 118 } = margins
  const s = Math.min((320 - left - right) / width, (tall - gap) / (upper + lower))
  const h = (upper + lower) * s + gap
  const cx = left + (320 - left - right) / 2
  const top = cy - h / 2
  const box = { x: cx - (width * s) / 2, y: top, w: width * s, h }
  return { s, cx, top, bottom: top + upper * s + gap, box }
}
