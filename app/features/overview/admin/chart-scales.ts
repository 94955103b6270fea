import { scaleBand, scaleLinear } from '@visx/scale'

/** The width and height of a chart in its own units; it is stretched to the size that the page gives it. */
export const CHART = { width: 1000, height: 100 } as const

/** The place of each day on the common axis. */
export const dayScale = (count: number) =>
  scaleBand({
    domain: Array.from({ length: count }, (_, index) => index),
    range: [0, CHART.width],
    padding: 0.2,
  })

/** The height of a value, from zero, or below if more went back than was paid, to a round number that is not below the largest. */
export const valueScale = (values: readonly number[]) =>
  scaleLinear({ domain: [Math.min(...values, 0), Math.max(...values, 1)], range: [CHART.height, 0], nice: 3 })

/** A few days to write below the axis, by their indexes: first, last, and some evenly between. */
export function labelledDays(count: number, most: number): number[] {
  const gaps = Math.min(most, count) - 1
  return Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * (count - 1)) / gaps))
}
