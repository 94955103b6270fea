/** The nearest half step from 0 to 5; `NaN` counts as 0. */
export function halfStars(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.min(5, Math.max(0, Math.round(value * 2) / 2))
}
