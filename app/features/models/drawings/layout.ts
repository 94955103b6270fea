import { widthOf } from '#kit/drawing/dimension.ts'
import { type Box, mm, SHEET } from '#kit/drawing/sheet.ts'
import type { Point } from '../bodies/body.ts'
import type { Leader, Marks, Measure, ViewName } from './marks.ts'

/**
 * Distances in px: of the sheet's edge, between the views, of dimension lines from the part and from each other, of a leader's
 * text, of a text beside a short dimension line, and of an upright one.
 */
export const SPACE = { edge: 14, gap: 28, first: 22, next: 22, leader: 26, beside: 8, text: 12 }

/** How high a view is at most, in px: more would look larger than other parts. */
const HIGHEST = 150

/** The extent of a view in mm. */
export interface Extent {
  readonly low: Point
  readonly high: Point
}

/** A view on the sheet. */
export interface PlacedView {
  /** A point of the view in px. */
  at(point: Point): Point
  readonly box: Box
}

export interface Layout {
  readonly scale: number
  readonly views: Readonly<Record<ViewName, PlacedView>>
}

type Margins = Record<Measure['side'], number>

/**
 * Puts both views on the sheet, as large as it allows with the dimensions beside them. As in all drawings of the third angle, the
 * view from above stands where one looks from. Both reach as far in X.
 */
export function layOut(marks: Marks, extents: Readonly<Record<ViewName, Extent>>): Layout {
  const isTurned = marks.layout === 'beside'
  const [front, top] = [sizeOf(extents.front, isTurned), sizeOf(extents.top, isTurned)]
  // The room for texts depends on the scale, and the scale on it.
  const first = fitted(marks, front, top, Number.POSITIVE_INFINITY)
  const { scale, gap, outer } = fitted(marks, front, top, first.scale)
  const [w, h] = [scale * Math.max(front[0], top[0]), scale * Math.max(front[1], top[1])]
  const width = isTurned ? scale * (front[0] + top[0]) + gap : w
  const height = isTurned ? h : scale * (front[1] + top[1]) + gap
  const x = middleOf(SHEET.width, width, outer.left, outer.right)
  const y = middleOf(SHEET.height, height, outer.above, outer.below)
  const place = (view: ViewName, [sizeX, sizeY]: Point, along: number): PlacedView => {
    const { low, high } = extents[view]
    const box = isTurned
      ? { x: x + along, y: y + (h - sizeY * scale) / 2, w: sizeX * scale, h: sizeY * scale }
      : { x: x + (w - sizeX * scale) / 2, y: y + along, w: sizeX * scale, h: sizeY * scale }
    const at = ([u, v]: Point): Point =>
      isTurned
        ? [box.x + (high[1] - v) * scale, box.y + (high[0] - u) * scale]
        : [box.x + (u - low[0]) * scale, box.y + (high[1] - v) * scale]
    return { box, at }
  }
  const second = scale * (isTurned ? top[0] : top[1]) + gap
  return { scale, views: { top: place('top', top, 0), front: place('front', front, second) } }
}

const sizeOf = ({ low, high }: Extent, isTurned: boolean): Point => {
  const [u, v] = [high[0] - low[0], high[1] - low[1]]
  return isTurned ? [v, u] : [u, v]
}

/** Where something begins that stands in the middle of what the margins leave. */
const middleOf = (all: number, length: number, before: number, after: number): number =>
  before + (all - before - after - length) / 2

function fitted(marks: Marks, front: Point, top: Point, scale: number) {
  const [ofFront, ofTop] = [marginsOf(marks, 'front', scale), marginsOf(marks, 'top', scale)]
  const most = (side: Measure['side']): number => Math.max(ofFront[side], ofTop[side]) + SPACE.edge
  const largest = HIGHEST / Math.max(front[1], top[1])
  if (marks.layout === 'beside') {
    const gap = Math.max(SPACE.gap, ofTop.right + ofFront.left + SPACE.edge)
    const outer = {
      left: ofTop.left + SPACE.edge,
      right: ofFront.right + SPACE.edge,
      above: most('above'),
      below: most('below'),
    }
    const wide = (SHEET.width - outer.left - outer.right - gap) / (front[0] + top[0])
    const high = (SHEET.height - outer.above - outer.below) / Math.max(front[1], top[1])
    return { scale: Math.min(wide, high, largest), gap, outer }
  }
  const gap = Math.max(SPACE.gap, ofTop.below + ofFront.above + SPACE.edge)
  const outer = {
    left: most('left'),
    right: most('right'),
    above: ofTop.above + SPACE.edge,
    below: ofFront.below + SPACE.edge,
  }
  const wide = (SHEET.width - outer.left - outer.right) / Math.max(front[0], top[0])
  const high = (SHEET.height - outer.above - outer.below - gap) / (front[1] + top[1])
  return { scale: Math.min(wide, high, largest), gap, outer }
}

/** How far the dimensions of a view reach from it, in px. */
function marginsOf(marks: Marks, view: ViewName, scale: number): Margins {
  const of = (side: Measure['side']): number => {
    const measures = marks.measures.filter((one) => one.view === view && one.side === side)
    const levels = levelsOf(marks, measures)
    const lines = measures.map((one) => reachOf(marks, one, levels.get(one) ?? 0, scale))
    const leaders = (marks.leaders ?? []).filter((one) => one.view === view && one.side === side)
    const away = measures.length > 0 ? SPACE.first + SPACE.next * Math.max(...levels.values()) : 0
    return Math.max(0, ...lines, ...leaders.map(() => away + SPACE.leader))
  }
  return { above: of('above'), below: of('below'), left: of('left'), right: of('right') }
}

function reachOf(marks: Marks, measure: Measure, level: number, scale: number): number {
  const line = SPACE.first + SPACE.next * level + 4
  if (measure.side === 'above') return line + 12
  if (measure.side === 'below') return line
  const isBeside = lengthOf(marks, measure) * scale < widthOf(textOf(measure, marks)) + 18
  if (isBeside) return line + SPACE.beside + widthOf(textOf(measure, marks))
  // An upright text is on the left of its line.
  return measure.side === 'left' ? line + SPACE.text : line
}

/** The distance that a dimension spans, in mm. */
function lengthOf(marks: Marks, measure: Measure): number {
  const along = axisOf(marks, measure)
  return Math.abs(measure.to[along] - measure.from[along])
}

/** Which coordinate of its view a dimension is along. */
const axisOf = ({ layout }: Pick<Marks, 'layout'>, { side }: Measure): 0 | 1 => {
  const isHorizontal = side === 'above' || side === 'below'
  return isHorizontal === (layout === 'beside') ? 1 : 0
}

export const textOf = (measure: Measure, marks: Marks): string =>
  `${measure.prefix ?? ''}${mm(measure.broken ?? lengthOf(marks, measure))}${measure.suffix ?? ''}`

export const leaderText = ({ prefix, value, suffix }: Leader): string =>
  `${prefix ?? ''}${mm(value)}${suffix ?? ''}`

/** How many lines are nearer to the part, for the dimensions of one side of a view: longer ones lie outside. */
export function levelsOf(marks: Marks, measures: readonly Measure[]): Map<Measure, number> {
  const levels = new Map<Measure, number>()
  const rangeOf = (measure: Measure): Point => {
    const along = axisOf(marks, measure)
    const [a, b] = [measure.from[along], measure.to[along]]
    return [Math.min(a, b), Math.max(a, b)]
  }
  const sorted = [...measures].sort((a, b) => lengthOf(marks, a) - lengthOf(marks, b))
  for (const measure of sorted) {
    const [low, high] = rangeOf(measure)
    const others = [...levels].filter(([other]) => {
      const [otherLow, otherHigh] = rangeOf(other)
      return otherLow < high - 1e-6 && otherHigh > low + 1e-6
    })
    levels.set(measure, Math.max(-1, ...others.map(([, level]) => level)) + 1)
  }
  return levels
}
