import type { Point } from '../bodies/body.ts'
import type { Curve, Views } from './view.ts'

const VISIBLE = 'VISIBLE'
const HIDDEN = 'HIDDEN'
/** The distance between two views: mm, and by the size of the larger one. */
const GAP = { least: 5, part: 0.2 }

type Group = readonly [code: number, value: string | number]

/**
 * A drawing of views as DXF R12, 1:1 in mm: the front view, and below it the view from above. Every program reads R12, which
 * needs neither handles nor a table of objects; it has no splines, so other curves than circles are chains of lines.
 */
export function dxfOf({ front, top }: Views): string {
  const [frontBox, topBox] = [
    boxOf([...front.visible, ...front.hidden]),
    boxOf([...top.visible, ...top.hidden]),
  ]
  const height = Math.max(frontBox.high - frontBox.low, topBox.high - topBox.low)
  const below = frontBox.low - Math.max(GAP.least, height * GAP.part) - topBox.high
  const entities = [
    ...front.visible.flatMap((curve) => entityOf(curve, VISIBLE, 0)),
    ...front.hidden.flatMap((curve) => entityOf(curve, HIDDEN, 0)),
    ...top.visible.flatMap((curve) => entityOf(curve, VISIBLE, below)),
    ...top.hidden.flatMap((curve) => entityOf(curve, HIDDEN, below)),
  ]
  const groups: Group[] = [
    [999, 'Lengths in mm, 1:1'],
    ...section('HEADER', [
      [9, '$ACADVER'],
      [1, 'AC1009'],
    ]),
    ...section('TABLES', [...lineTypes, ...layers]),
    ...section('ENTITIES', entities),
    [0, 'EOF'],
  ]
  return groups
    .map(([code, value]) => `${code}\r\n${typeof value === 'number' ? decimal(value) : value}\r\n`)
    .join('')
}

const section = (name: string, content: readonly Group[]): Group[] => [
  [0, 'SECTION'],
  [2, name],
  ...content,
  [0, 'ENDSEC'],
]

const lineTypes: readonly Group[] = [
  [0, 'TABLE'],
  [2, 'LTYPE'],
  [70, '2'],
  ...lineType('CONTINUOUS', 'Solid line', []),
  ...lineType(HIDDEN, 'Hidden __ __ __', [3, -1.5]),
  [0, 'ENDTAB'],
]

function lineType(name: string, title: string, dashes: readonly number[]): Group[] {
  return [
    [0, 'LTYPE'],
    [2, name],
    [70, '0'],
    [3, title],
    [72, '65'],
    [73, String(dashes.length)],
    [40, dashes.reduce((sum, dash) => sum + Math.abs(dash), 0)],
    ...dashes.map((dash): Group => [49, dash]),
  ]
}

const layers: readonly Group[] = [
  [0, 'TABLE'],
  [2, 'LAYER'],
  [70, '2'],
  ...layer(VISIBLE, '7', 'CONTINUOUS'),
  ...layer(HIDDEN, '8', HIDDEN),
  [0, 'ENDTAB'],
]

function layer(name: string, colour: string, line: string): Group[] {
  return [
    [0, 'LAYER'],
    [2, name],
    [70, '0'],
    [62, colour],
    [6, line],
  ]
}

function entityOf(curve: Curve, on: string, down: number): Group[] {
  const at = ([x, y]: Point, codes = 0): Group[] => [
    [10 + codes, x],
    [20 + codes, y + down],
    [30 + codes, 0],
  ]
  if ('from' in curve) return [[0, 'LINE'], [8, on], ...at(curve.from), ...at(curve.to, 1)]
  if ('through' in curve)
    return [
      [0, 'POLYLINE'],
      [8, on],
      [66, '1'],
      ...at([0, -down]),
      ...curve.through.flatMap((point): Group[] => [[0, 'VERTEX'], [8, on], ...at(point)]),
      [0, 'SEQEND'],
      [8, on],
    ]
  const circle: Group[] = [[8, on], ...at(curve.centre), [40, curve.radius]]
  if (!('start' in curve)) return [[0, 'CIRCLE'], ...circle]
  return [[0, 'ARC'], ...circle, [50, curve.start], [51, curve.end]]
}

/** The lowest and the highest point of a view. An arc counts as its circle. */
function boxOf(curves: readonly Curve[]): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity]
  for (const curve of curves) {
    const heights =
      'from' in curve
        ? [curve.from[1], curve.to[1]]
        : 'through' in curve
          ? curve.through.map(([, y]) => y)
          : [curve.centre[1] - curve.radius, curve.centre[1] + curve.radius]
    low = Math.min(low, ...heights)
    high = Math.max(high, ...heights)
  }
  return { low, high }
}

/** Six decimals, without the zeros at the end. */
const decimal = (value: number): string => {
  const text = value.toFixed(6).replace(/\.?0+$/, '')
  return text === '-0' ? '0.0' : text.includes('.') ? text : `${text}.0`
}
