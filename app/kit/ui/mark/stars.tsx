/** The outline of a star, from its tip. */
const WHOLE = 'l2.55 5.3 5.85.8-4.25 4.1 1.05 5.8-5.2-2.8-5.2 2.8 1.05-5.8-4.25-4.1 5.85-.8z'
const LEFT_HALF = 'v13.2l-5.2 2.8 1.05-5.8-4.25-4.1 5.85-.8z'

const star = (index: number, outline = WHOLE): string => `M${index * 20 + 10} 1.75${outline}`
const stars = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => star(from + index)).join('')

/** A read-only rating in half steps; its accessible name is the value, e.g. "4.5 out of 5". */
export function Stars({ value }: { value: number }) {
  const shown = halfStars(value)
  const whole = Math.floor(shown)
  return (
    <svg role="img" aria-label={`${shown} out of 5`} width="100" height="20" viewBox="0 0 100 20">
      <path d={stars(whole, 5)} className="fill-line" />
      <path d={stars(0, whole) + (shown > whole ? star(whole, LEFT_HALF) : '')} className="fill-ink" />
    </svg>
  )
}

/** The nearest half step from 0 to 5; `NaN` counts as 0. */
export function halfStars(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.min(5, Math.max(0, Math.round(value * 2) / 2))
}
