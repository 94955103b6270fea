import type { Body, Outline, Point } from './body.ts'

export const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** A point by its distance from the origin and its angle in degrees. */
export const polar = (radius: number, degrees: number, [x, y]: Point = [0, 0]): Point => [
  x + radius * Math.cos(radians(degrees)),
  y + radius * Math.sin(radians(degrees)),
]

/** A regular hexagon by its width across flats; two corners are on the axis X. */
export function hexagon(flats: number): Outline {
  const [first, ...others] = Array.from({ length: 6 }, (_, corner) =>
    polar(acrossCorners(flats) / 2, corner * 60),
  )
  return [first ?? [0, 0], ...others]
}

export const acrossCorners = (flats: number): number => (flats * 2) / Math.sqrt(3)

export const rectangle = ([x1, y1]: Point, [x2, y2]: Point): Outline => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
]

/** A rectangle about the origin whose shorter sides are half circles. */
export function stadium(length: number, width: number): Outline {
  const [end, half] = [(length - width) / 2, width / 2]
  return [
    [-end, -half],
    [end, -half],
    { through: [end + half, 0], to: [end, half] },
    [-end, half],
    { through: [-end - half, 0], to: [-end, -half] },
  ]
}

export const cylinder = (radius: number, from: number, to: number): Body => ({
  turned: rectangle([0, from], [radius, to]),
})

export const ring = (inner: number, outer: number, from: number, to: number): Body => ({
  turned: rectangle([inner, from], [outer, to]),
})

export const box = ([x1, y1, z1]: readonly number[], [x2, y2, z2]: readonly number[]): Body => ({
  prism: rectangle([x1 ?? 0, y1 ?? 0], [x2 ?? 0, y2 ?? 0]),
  from: z1 ?? 0,
  to: z2 ?? 0,
})

/** A sphere about the origin. */
export const sphere = (radius: number): Body => ({
  turned: [[0, -radius], { through: [radius, 0], to: [0, radius] }],
})

/** A prism of an outline in X and Z, between two values of Y. */
export const prismAlongY = (outline: Outline, from: number, to: number): Body => ({
  rotated: { prism: outline, from: -to, to: -from },
  about: 'x',
  degrees: 90,
})

/** The same body at equal angles about the axis Z. */
export const around = (count: number, body: Body): Body[] =>
  Array.from({ length: count }, (_, at) => ({ rotated: body, about: 'z', degrees: (360 * at) / count }))
