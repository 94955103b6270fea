import type { Body } from '../../bodies/body.ts'
import { box, cylinder } from '../../bodies/outlines.ts'
import { type Given, length } from '../../defining/parameters.ts'
import { defineShape, isMore, type Rule, wrong } from '../../defining/shape.ts'
import type { Measure } from '../../drawings/marks.ts'
import { fromAbove, inFront } from '../../drawings/measures.ts'
import { boreRing, shaftRing } from '../../standards/machine-parts/retaining-rings.ts'

const parameters = [
  length.required('seat', 'Seat diameter'),
  length.optional('thickness', 'Thickness'),
  length.optional('free', 'Free diameter'),
  length.optional('width', 'Greatest width'),
  length.optional('lug', 'Height of the lugs'),
  length.optional('hole', 'Holes for the pliers'),
]

function complete(given: Given, table: typeof shaftRing) {
  given.standard()
  const row = table(given.number('seat'))
  return {
    free: given.number('free', row?.free),
    thickness: given.number('thickness', row?.thickness),
    width: given.number('width', row?.width),
    lug: given.number('lug', row?.lug),
    hole: given.number('hole', row?.hole),
  }
}

type Ring = ReturnType<typeof complete>

/** Half of the gap between the lugs, and how wide a lug is. The standards leave both to the maker. */
const lugs = (ring: Ring) => {
  const gap = ring.free * 0.06
  return { gap, outside: gap + ring.lug * 0.95 }
}

const rules = (ring: Ring): Rule[] => [
  isMore(ring.free / 2, ring.lug) || wrong('lug free seat', 'The lugs must leave room in the ring.'),
  isMore(ring.lug, ring.width * 0.75) ||
    wrong('width lug seat', 'The ring must be narrower than its lugs are high.'),
  isMore(ring.lug * 0.85, ring.hole) || wrong('hole lug seat', 'The holes must be smaller than the lugs.'),
  lugs(ring).outside < ring.free * 0.4 || wrong('lug free seat', 'The lugs must be narrower than the ring.'),
]

/** A disc with its centre on Y. */
const disc = (radius: number, y: number, thickness: number): Body => ({
  moved: cylinder(radius, 0, thickness),
  by: [0, y, 0],
})

/** What is cut out of both kinds: the gap below the centre, and a hole in each lug. */
function openings(ring: Ring, lugY: number): Body[] {
  const { gap, outside } = lugs(ring)
  const hole = (x: number): Body => ({
    moved: cylinder(ring.hole / 2, -1, ring.thickness + 1),
    by: [x, lugY, 0],
  })
  const x = (gap + outside) / 2
  return [box([-gap, -ring.free * 2, -1], [gap, 0, ring.thickness + 1]), hole(x), hole(-x)]
}

/** The thickness at the side of the ring. */
const thicknessMeasure = ({ thickness }: Ring, x: number): Measure => inFront([x, 0], [x, thickness], 'right')

/** Retaining rings for shafts, unstressed: they are widest opposite the gap. */
export const shaftRetainingRing = defineShape({
  slug: 'shaft-retaining-ring',
  name: 'Retaining ring for shafts',
  standards: ['DIN 471'],
  parameters,
  complete: (given) => complete(given, shaftRing),
  rules,
  build(ring) {
    const radius = ring.free / 2
    const { outside } = lugs(ring)
    const lugBlock = box([-outside, -radius - ring.lug, 0], [outside, -radius * 0.7, ring.thickness])
    return {
      cut: { fused: [disc(radius + ring.width * 0.75, ring.width * 0.25, ring.thickness), lugBlock] },
      by: [cylinder(radius, -1, ring.thickness + 1), ...openings(ring, -radius - ring.lug / 2)],
    }
  },
  size: (ring) => [ring.free + ring.width * 1.5, ring.free + ring.width + ring.lug, ring.thickness],
  marks: (ring) => ({
    layout: 'stacked',
    measures: [
      fromAbove([0, -ring.free / 2], [0, ring.free / 2], 'left', 'Ø'),
      thicknessMeasure(ring, ring.free / 2 + ring.width * 0.75),
    ],
    front: { axes: false, hidden: false },
  }),
})

/** Retaining rings for bores, unstressed. */
export const boreRetainingRing = defineShape({
  slug: 'bore-retaining-ring',
  name: 'Retaining ring for bores',
  standards: ['DIN 472'],
  parameters,
  complete: (given) => complete(given, boreRing),
  rules,
  build(ring) {
    const radius = ring.free / 2
    const { outside } = lugs(ring)
    const lugBlock = box([-outside, -radius - 1, 0], [outside, ring.lug - radius, ring.thickness])
    const round: Body = {
      cut: disc(radius, 0, ring.thickness),
      by: [
        { moved: disc(radius - ring.width * 0.75, -ring.width * 0.25, ring.thickness + 2), by: [0, 0, -1] },
      ],
    }
    return {
      cut: { fused: [round, { common: [lugBlock, disc(radius, 0, ring.thickness)] }] },
      by: openings(ring, ring.lug / 2 - radius),
    }
  },
  // The gap takes away the lowest point.
  size: (ring) => [
    ring.free,
    ring.free / 2 + Math.sqrt((ring.free / 2) ** 2 - lugs(ring).gap ** 2),
    ring.thickness,
  ],
  marks: (ring) => ({
    layout: 'stacked',
    measures: [
      fromAbove([0, -ring.free / 2], [0, ring.free / 2], 'left', 'Ø'),
      thicknessMeasure(ring, ring.free / 2),
    ],
    front: { axes: false, hidden: false },
  }),
})
