import type { Body, Outline, Point } from '../../bodies/body.ts'
import { around, rectangle, sphere } from '../../bodies/outlines.ts'
import { choice, length } from '../../defining/parameters.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import type { Piece } from '../../drawings/marks.ts'
import { diameterMeasure, ringMeasures } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'
import { bearingFlange, ballBearing as sizes } from '../../standards/machine-parts/bearings.ts'
import { openBearingViews } from './open-bearing-views.ts'

const SEALINGS = ['Open', 'Steel shields', 'Rubber seals'] as const

/**
 * What a bearing looks like, by the thickness between bore and outside: how far the rings reach to the middle, the radius of a
 * ball, and by the width how deep the seals lie. The standards give the envelope only.
 */
const INSIDE = { ring: 0.32, ball: 0.29, seal: 0.04 }

/**
 * Deep groove ball bearings, with a flange or without. One solid: the seals and what is between them are one with the rings,
 * and in an open bearing the balls are, which are held by no cage.
 */
export const ballBearing = defineShape({
  slug: 'ball-bearing',
  name: 'Deep groove ball bearing',
  standards: ['ISO 15', 'DIN 625', 'ISO 8443'],
  parameters: [
    length.required('bore', 'Bore'),
    length.required('outer', 'Outside diameter'),
    length.required('width', 'Width'),
    choice('sealing', 'Sealing', SEALINGS),
    length.optional('flange', 'Flange diameter'),
    length.optional('flangeWidth', 'Flange width'),
    length.optional('chamfer', 'Chamfer'),
  ],
  complete(given) {
    given.standard()
    const [bore, outer, width] = [given.number('bore'), given.number('outer'), given.number('width')]
    const flange = given.maybe('flange')
    return {
      bore,
      outer,
      width,
      isOpen: given.text('sealing') === 'Open' ? 1 : 0,
      cover: given.text('sealing') === 'Rubber seals' ? ('rubber' as const) : ('paper' as const),
      chamfer: given.number('chamfer', sizes(`${bore} × ${outer} × ${width}`)?.chamfer),
      flange: flange ?? outer,
      flangeWidth:
        flange === undefined
          ? 0
          : given.number('flangeWidth', bearingFlange(`${outer} × ${flange}`)?.flangeWidth),
    }
  },
  rules: (bearing) => [
    isMore(bearing.outer, bearing.bore + 0.5) ||
      wrong('bore outer', 'The bore must be smaller than the outside.'),
    (bearing.flange >= bearing.outer &&
      (bearing.flangeWidth === 0 || isMore(bearing.flange, bearing.outer))) ||
      wrong('flange outer', 'The flange must be wider than the bearing.'),
    bearing.flangeWidth === 0 ||
      isMore(bearing.width - bearing.chamfer, bearing.flangeWidth) ||
      wrong('flangeWidth width flange', 'The flange must be thinner than the bearing.'),
    (isMore(((bearing.outer - bearing.bore) / 2) * INSIDE.ring, bearing.chamfer) &&
      isMore(bearing.width / 2, bearing.chamfer) &&
      (bearing.flangeWidth === 0 || isMore(bearing.flangeWidth, bearing.chamfer * 0.5))) ||
      wrong('chamfer width outer', 'The chamfer must be smaller than the rings.'),
    bearing.isOpen === 0 ||
      isMore(bearing.width, (bearing.outer - bearing.bore) * INSIDE.ball) ||
      wrong('width outer', 'The bearing must be wider than its balls.'),
  ],
  build(bearing) {
    const { inner, outer } = shouldersOf(bearing)
    if (bearing.isOpen === 0) {
      const deep = bearing.width * INSIDE.seal
      const [start, ...outside] = outerSide(bearing)
      return {
        turned: [
          start,
          ...outside,
          [outer, bearing.width],
          [outer, bearing.width - deep],
          [inner, bearing.width - deep],
          [inner, bearing.width],
          ...innerSide(bearing),
          [inner, 0],
          [inner, deep],
          [outer, deep],
          [outer, 0],
        ],
      }
    }
    const { radius, middle, count } = ballsOf(bearing)
    const [outerRing, innerRing] = ringsOf(bearing)
    const ball: Body = { moved: sphere(radius), by: [middle, 0, bearing.width / 2] }
    return { fused: [{ turned: outerRing }, { turned: innerRing }, ...around(count, ball)] }
  },
  size: (bearing) => [bearing.flange, bearing.flange, bearing.width],
  views: (bearing) =>
    bearing.isOpen === 0
      ? undefined
      : openBearingViews(
          [...outerSide(bearing), ...innerSide(bearing)],
          shouldersOf(bearing),
          ballsOf(bearing),
        ),
  marks: (bearing) => ({
    measures: [
      ...ringMeasures(bearing.bore, bearing.flange, bearing.width),
      ...(bearing.flange > bearing.outer
        ? [{ ...diameterMeasure(bearing.outer, bearing.width), side: 'right' as const }]
        : []),
    ],
    front: { instead: sectionOf(bearing) },
    top: {
      hidden: false,
      holes: [disc(bearing.bore / 2)],
      ...(bearing.isOpen === 0 && {
        over: [{ ...coverOf(shouldersOf(bearing)), fill: bearing.cover, line: 'outline' }],
      }),
    },
  }),
})

/** The outlines of the outer and of the inner ring. */
function ringsOf(bearing: Envelope): [Outline, Outline] {
  const { inner, outer } = shouldersOf(bearing)
  const [first, ...others] = outerSide(bearing)
  return [
    [first, ...others, [outer, bearing.width], [outer, 0]],
    [[inner, 0], [inner, bearing.width], ...innerSide(bearing)],
  ]
}

type BallBearing = Envelope & { readonly isOpen: number; readonly cover: 'rubber' | 'paper' }

/** The ring between the rings, as a seal covers it. */
const coverOf = ({ inner, outer }: Sizes<'inner' | 'outer'>) => ({
  outline: disc(outer),
  holes: [disc(inner)],
})

/** The section shows the balls also where seals cover them. */
function sectionOf(bearing: BallBearing): Piece[] {
  const { width, isOpen, cover } = bearing
  const { inner, outer } = shouldersOf(bearing)
  const { radius, middle } = ballsOf(bearing)
  const [outerRing, innerRing] = ringsOf(bearing)
  const deep = width * INSIDE.seal
  const between = [-1, 1].map(
    (side): Piece => ({
      outline: rectangle([side * inner, deep], [side * outer, width - deep]),
      fill: 'paper',
      ...(isOpen === 0 && { line: 'outline' }),
    }),
  )
  const seals = [deep, width - 3 * deep].flatMap((from) =>
    [-1, 1].map(
      (side): Piece => ({
        outline: rectangle([side * inner, from], [side * outer, from + 2 * deep]),
        fill: cover,
        line: 'outline',
      }),
    ),
  )
  const balls = [-middle, middle].map(
    (x): Piece => ({
      outline: disc(radius, [x, width / 2]),
      fill: 'paper',
      line: 'outline',
    }),
  )
  return [
    ...between,
    ...(isOpen === 0 ? seals : []),
    ...turnedSection({ outline: outerRing }, { outline: innerRing }),
    ...balls,
  ]
}

/** How far the rings reach to the middle, as radii. */
function shouldersOf({ bore, outer }: Envelope): Sizes<'inner' | 'outer'> {
  const ring = ((outer - bore) / 2) * INSIDE.ring
  return { inner: bore / 2 + ring, outer: outer / 2 - ring }
}

/** The balls: their radius, how far they are from the axis, how many. */
function ballsOf({ bore, outer }: Envelope): Sizes<'radius' | 'middle' | 'count'> {
  const radius = ((outer - bore) / 2) * INSIDE.ball
  const middle = (outer + bore) / 4
  return { radius, middle, count: Math.max(5, Math.floor((Math.PI * middle) / (radius * 1.5))) }
}

type Envelope = Sizes<'bore' | 'outer' | 'width' | 'chamfer' | 'flange' | 'flangeWidth'>

/** From below to above, with the flange below. */
function outerSide({ outer, width, chamfer, flange, flangeWidth }: Envelope): [Point, ...Point[]] {
  const [radius, edge] = [flange / 2, Math.min(chamfer, flangeWidth > 0 ? flangeWidth * 0.2 : chamfer)]
  const ledge: Point[] =
    flangeWidth > 0
      ? [
          [radius, flangeWidth],
          [outer / 2, flangeWidth],
        ]
      : []
  return [
    [radius - edge, 0],
    [radius, edge],
    ...ledge,
    [outer / 2, width - chamfer],
    [outer / 2 - chamfer, width],
  ]
}

/** From above to below. */
const innerSide = ({ bore, width, chamfer }: Envelope): Point[] => [
  [bore / 2 + chamfer, width],
  [bore / 2, width - chamfer],
  [bore / 2, chamfer],
  [bore / 2 + chamfer, 0],
]
