import { circle, type Line, path, px, wire } from '#kit/drawing/sheet.ts'
import type { Outline, Point } from '../bodies/body.ts'
import type { Curve } from '../files/view.ts'
import { chainOf, circleThrough, simplified } from './flatten.ts'
import type { PlacedView } from './layout.ts'
import type { Piece } from './marks.ts'

/** How far a chain of lines may be drawn beside itself, in px. */
export const DEVIATION = 0.07

/** Where a view stands on the sheet, and how many px a mm are. */
export interface OnSheet {
  readonly place: PlacedView
  readonly scale: number
}

export const pair = ([x, y]: Point): string => `${px(x)} ${px(y)}`

/** All curves of one kind: circles, and one path of the others. */
export function drawCurves(curves: readonly Curve[], line: Line, { place: { at }, scale }: OnSheet): string {
  let [circles, data] = ['', '']
  for (const curve of curves) {
    if ('centre' in curve && !('start' in curve)) {
      const [x, y] = at(curve.centre)
      circles += circle(line, x, y, curve.radius * scale)
    } else if ('centre' in curve) {
      const points = chainOf(curve)
      data += arcPath(points.map(at), curve.radius * scale)
    } else data += `M${simplified(chainOf(curve).map(at), DEVIATION).map(pair).join('L')}`
  }
  return circles + (data && path(line, data))
}

/** An arc by the chain that stands for it: its middle says which way it goes. */
function arcPath(points: readonly Point[], radius: number): string {
  const [start, middle, end] = [points[0], points[Math.floor(points.length / 2)], points.at(-1)]
  if (!start || !middle || !end) return ''
  return `M${pair(start)}${arcTo(start, middle, end, radius)}`
}

function arcTo(start: Point, middle: Point, end: Point, radius: number): string {
  const found = circleThrough(start, middle, end)
  if (!found) return `L${pair(end)}`
  const angle = ([x, y]: Point): number => Math.atan2(y - found.centre[1], x - found.centre[0])
  const turn = (angle(end) - angle(start) + 4 * Math.PI) % (2 * Math.PI)
  const isLarge = (found.isCounterclockwise ? turn : 2 * Math.PI - turn) > Math.PI
  // A radius that is too small is made to fit: half circles meet exactly, whatever is rounded.
  const isHalf = Math.abs(turn - Math.PI) < 1e-3
  const shown = isHalf ? px(radius - 0.1) : px(radius)
  return `A${shown} ${shown} 0 ${isLarge ? 1 : 0} ${found.isCounterclockwise ? 1 : 0} ${pair(end)}`
}

export function outlinePath([start, ...steps]: Outline, at: (point: Point) => Point): string {
  let from = at(start)
  let data = `M${pair(from)}`
  for (const step of steps) {
    const to = at('to' in step ? step.to : step)
    if ('to' in step) {
      const through = at(step.through)
      data += arcTo(from, through, to, circleThrough(from, through, to)?.radius ?? 0)
    } else data += `L${pair(to)}`
    from = to
  }
  return `${data}Z`
}

const LINES: Record<Extract<Piece, { curves: unknown }>['line'], Line> = {
  outline: 'l',
  edge: 'm',
  thin: 't',
  hidden: 'h',
  centre: 'c',
}

const FILLS: Record<Extract<Piece, { fill: unknown }>['fill'], Line> = {
  paper: 'o',
  cut: 's',
  rubber: 'k',
  none: 'l',
}

export function drawPiece(piece: Piece, sheet: OnSheet): string {
  const { at } = sheet.place
  if ('curves' in piece) return drawCurves(piece.curves, LINES[piece.line], sheet)
  if ('wires' in piece) {
    const data = piece.wires.map((points) => `M${simplified(points.map(at), DEVIATION).map(pair).join('L')}`)
    return wire(data.join(''), 2 * piece.radius * sheet.scale)
  }
  const data = [piece.outline, ...(piece.holes ?? [])].map((outline) => outlinePath(outline, at)).join('')
  if (piece.line === undefined) return path('f', data)
  if (piece.line === 'outline' || piece.fill !== 'none') return path(FILLS[piece.fill], data)
  return path(LINES[piece.line], data)
}
