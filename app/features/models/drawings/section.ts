import type { Outline, Point } from '../bodies/body.ts'
import type { Curve } from '../files/view.ts'
import type { Piece } from './marks.ts'

/** A circle as an outline. */
export const disc = (radius: number, [x, y]: Point = [0, 0]): Outline => [
  [x - radius, y],
  { through: [x, y - radius], to: [x + radius, y] },
  { through: [x, y + radius], to: [x - radius, y] },
]

/** An outline on the other side of the axis. */
export const mirrored = ([start, ...steps]: Outline): Outline => [
  flip(start),
  ...steps.map((step) => ('to' in step ? { through: flip(step.through), to: flip(step.to) } : flip(step))),
]

const flip = ([x, y]: Point): Point => [-x, y]

interface Section {
  readonly fill?: 'cut' | 'rubber' | 'paper'
  readonly outline: Outline
}

/**
 * A part that is turned about Z, cut through its axis: the outlines of its solids, by radius and height, on both sides, and
 * behind them the edges that are seen from the axis.
 */
export function turnedSection(...sections: readonly Section[]): Piece[] {
  const outlines = sections.map(({ outline }) => pointsOf(outline))
  const seen = outlines.flat().filter((point) => isSeen(point, outlines))
  const heights = seen.map(([, height]) => height)
  const widest = Math.max(0, ...seen.map(([radius]) => radius))
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const behind: Piece[] =
    widest > 0
      ? [
          {
            outline: [
              [-widest, low],
              [widest, low],
              [widest, high],
              [-widest, high],
            ],
            fill: 'paper',
          },
          {
            curves: seen
              .filter(([radius]) => radius > 0)
              .map(([radius, height]): Curve => ({ from: [-radius, height], to: [radius, height] })),
            line: 'edge',
          },
        ]
      : []
  const cut = sections.flatMap(({ fill = 'cut', outline }) =>
    [outline, mirrored(outline)].map((side): Piece => ({ outline: side, fill, line: 'outline' })),
  )
  return [...behind, ...cut]
}

const pointsOf = (outline: Outline): Point[] => outline.map((step) => ('to' in step ? step.to : step))

/** Whether no solid is between the axis and a point, neither just above nor just below it. */
function isSeen([radius, height]: Point, outlines: readonly (readonly Point[])[]): boolean {
  const isFree = (z: number): boolean =>
    outlines.every((points) => {
      const crossings = points.flatMap(([x1, z1], at) => {
        const [x2, z2] = points[(at + 1) % points.length] ?? [x1, z1]
        return z1 > z !== z2 > z ? [x1 + ((z - z1) / (z2 - z1)) * (x2 - x1)] : []
      })
      return crossings.every((crossing) => crossing > radius - 0.02)
    })
  return isFree(height + 1e-4) && isFree(height - 1e-4)
}
