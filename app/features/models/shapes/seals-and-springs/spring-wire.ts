/** The modulus of rigidity of spring wire by EN 13906-1, in N/mm². */
const RIGIDITY = 81_500

/** EN 13906-1: how many coils give a spring its rate in N/mm, to half a coil. */
export const coilsFor = (wire: number, mean: number, rate: number): number =>
  Math.round((RIGIDITY * wire ** 4) / (4 * mean ** 3 * rate)) / 2

/** The distance of coils that touch, by the wire: they do not quite, for then they would be one. */
export const TOUCHING = 1.03

/** How many points of a coil are computed. */
export const POINTS_OF_A_COIL = 16

/** The most coils that are drawn: more take too long. */
export const MOST_COILS = 60
