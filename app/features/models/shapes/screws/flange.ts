import type { Body } from '../../bodies/body.ts'
import { radians } from '../../bodies/outlines.ts'
import type { Sizes } from '../../defining/shape.ts'

/** DIN 6921, EN 1665 and EN 1661 give the slope of a flange as 15° to 30°. */
const SLOPE = 25

/** The flange of a screw or nut, above the height 0. Its cone ends inside the hexagon; `bore` is the radius of a hole. */
export function flange(
  { flats, flange: outer, flangeEdge }: Sizes<'flats' | 'flange' | 'flangeEdge'>,
  bore = 0,
): { body: Body; top: number } {
  const inner = flats / 2 - 0.1
  const top = flangeEdge + (outer / 2 - inner) * Math.tan(radians(SLOPE))
  return {
    body: {
      turned: [
        [bore, 0],
        [outer / 2, 0],
        [outer / 2, flangeEdge],
        [inner, top],
        [bore, top],
      ],
    },
    top,
  }
}
