import { boxAround, path, type Sheet, segment, svgDocument } from '#kit/drawing/sheet.ts'
import type { Point, Size } from '../bodies/body.ts'
import type { Curve, View, Views } from '../files/view.ts'
import { contoursOf } from './contour.ts'
import { dimensionsOf } from './dimensions.ts'
import { DEVIATION, drawCurves, drawPiece, type OnSheet, outlinePath, pair } from './elements.ts'
import { chainOf, chainOfOutline, simplified } from './flatten.ts'
import { type Extent, layOut, type PlacedView } from './layout.ts'
import type { Figure, Marks, Piece, ViewName } from './marks.ts'
import { disc } from './section.ts'
import { withThreads } from './threads.ts'

/**
 * A drawing of two views as an SVG document, 4:3, for light and dark pages, from a thumbnail to a page. Without marks its
 * dimensions are those of its box.
 */
export function svgOf(views: Views, given: Marks | undefined, size: Size): string {
  const drawn = {
    front: withThreads(views.front, given?.front?.threads ?? []),
    top: withoutRadii(views.top, given?.top?.withoutRadii),
  }
  const extents = {
    front: extentOf(drawn.front, given?.front),
    top: extentOf(drawn.top, given?.top),
  }
  const marks = given ?? marksOfBox(extents, size)
  const { scale, views: places } = layOut(marks, extents)
  const viewOf = (name: ViewName): string =>
    drawView(drawn[name], marks, name, { place: places[name], scale })
  return svgDocument(sheetOf(marks, places, { front: viewOf('front'), top: viewOf('top') }))
}

/** The three lengths of a part about which nothing is known. It lies where that makes it larger. */
function marksOfBox({ front, top }: Record<ViewName, Extent>, [x, y, z]: Size): Marks {
  const isLying = z > Math.max(x, y)
  const [below, beside] = isLying ? (['right', 'below'] as const) : (['below', 'right'] as const)
  const { low, high } = front
  return {
    layout: isLying ? 'beside' : 'stacked',
    measures: [
      { view: 'front', from: low, to: [high[0], low[1]], side: below },
      {
        view: 'front',
        from: [isLying ? low[0] : high[0], low[1]],
        to: [isLying ? low[0] : high[0], high[1]],
        side: beside,
      },
      {
        view: 'top',
        from: [isLying ? top.low[0] : top.high[0], top.low[1]],
        to: [isLying ? top.low[0] : top.high[0], top.high[1]],
        side: beside,
      },
    ],
    front: { axes: false },
    top: { axes: false },
  }
}

/** The end view of a part that is long is left out of thumbnails. */
function sheetOf(marks: Marks, places: Record<ViewName, PlacedView>, drawn: Record<ViewName, string>): Sheet {
  const dims = dimensionsOf(marks, places)
  const { front, top } = places
  const isLong = marks.layout === 'beside' && front.box.w > 2.2 * front.box.h
  if (isLong) return { aside: drawn.top, part: drawn.front, dims, box: front.box }
  return { part: drawn.top + drawn.front, dims, box: boxAround(front.box, top.box) }
}

function withoutRadii(view: View, radii: Figure['withoutRadii']): View {
  if (!radii) return view
  const isShown = (curve: Curve): boolean =>
    !(
      'centre' in curve &&
      Math.hypot(...curve.centre) < 1e-3 &&
      curve.radius > radii[0] &&
      curve.radius < radii[1]
    )
  return { visible: view.visible.filter(isShown), hidden: view.hidden.filter(isShown) }
}

const piecePoints = (piece: Piece): readonly Point[] => {
  if ('outline' in piece) return chainOfOutline(piece.outline)
  if ('curves' in piece) return piece.curves.flatMap(chainOf)
  return piece.wires.flat().flatMap(([x, y]): Point[] => [
    [x - piece.radius, y - piece.radius],
    [x + piece.radius, y + piece.radius],
  ])
}

function extentOf(view: View, figure: Figure | undefined): Extent {
  const points = figure?.instead?.flatMap(piecePoints) ?? [...view.visible, ...view.hidden].flatMap(chainOf)
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const least = (values: number[]): number =>
    values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return { low: [least(xs), least(ys)], high: [most(xs), most(ys)] }
}

function drawView(view: View, marks: Marks, name: ViewName, sheet: OnSheet): string {
  const figure = marks[name] ?? {}
  const pieces = (list: readonly Piece[] = []): string =>
    list.map((piece) => drawPiece(piece, sheet)).join('')
  const projected = figure.instead
    ? pieces(figure.instead)
    : bodyOf(view, figure, sheet) +
      (figure.hidden === false ? '' : drawCurves(view.hidden, 'h', sheet)) +
      drawCurves(view.visible, 'm', sheet)
  return projected + pieces(figure.over) + (figure.axes === false ? '' : axesOf(marks, name, sheet))
}

/** The outer boundary of a view with the fill of a body. */
function bodyOf(
  { visible }: View,
  { holes = [], fill }: Figure,
  { place: { at, box }, scale }: OnSheet,
): string {
  const around = visible.find(
    (curve): curve is Extract<Curve, { radius: number }> =>
      'centre' in curve &&
      !('start' in curve) &&
      Math.abs(2 * curve.radius * scale - Math.max(box.w, box.h)) < 0.05,
  )
  const contours = around
    ? [outlinePath(disc(around.radius, around.centre), at)]
    : contoursOf(visible.map((curve) => chainOf(curve).map(at))).map(
        (points) => `M${simplified(points, DEVIATION).map(pair).join('L')}Z`,
      )
  if (contours.length === 0) return ''
  return path(
    fill === 'rubber' ? 'k' : 'o',
    contours.join('') + holes.map((hole) => outlinePath(hole, at)).join(''),
  )
}

/** How far centre lines reach beyond the part, in px. */
const BEYOND = 7

function axesOf({ layout }: Marks, name: ViewName, { place: { at, box } }: OnSheet): string {
  const [x, y] = at([0, 0])
  const lies = segment('c', box.x - BEYOND, y, box.x + box.w + BEYOND, y)
  const stands = segment('c', x, box.y - BEYOND, x, box.y + box.h + BEYOND)
  if (name === 'top') return lies + stands
  return layout === 'beside' ? lies : stands
}
