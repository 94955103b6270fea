import type { Body, Outline } from '../../bodies/body.ts'
import { isMore, type Rule } from '../../defining/shape.ts'

/** How much wider than the thread a countersink is: between d_a of ISO 4032 for small and large threads. */
const COUNTERSINK = 1.08

/** The bore of a nut between two heights: a plain cylinder of the thread's nominal diameter, countersunk at both ends. */
export function nutBore(diameter: number, from: number, to: number): Body {
  const [radius, wide] = [diameter / 2, (diameter * COUNTERSINK) / 2]
  const depth = wide - radius
  const outline: Outline = [
    [0, from - 1],
    [wide, from - 1],
    [wide, from],
    [radius, from + depth],
    [radius, to - depth],
    [wide, to],
    [wide, to + 1],
    [0, to + 1],
  ]
  return { turned: outline }
}

/** What holds of a nut: its hexagon stays outside the countersink. */
export const nutRules = (nut: { flats: number; diameter: number }): Rule[] => [
  [
    isMore(nut.flats * 0.95, nut.diameter * COUNTERSINK),
    ['flats', 'thread'],
    'The nut must be wider than its thread.',
  ],
]
