import { halfStars } from '#kit/ui/half-stars.ts'

/** From the tip and back to it. */
const WHOLE = 'l2.55 5.3 5.85.8-4.25 4.1 1.05 5.8-5.2-2.8-5.2 2.8 1.05-5.8-4.25-4.1 5.85-.8z'
const LEFT_HALF = 'v13.2l-5.2 2.8 1.05-5.8-4.25-4.1 5.85-.8z'

const star = (place: number, outline = WHOLE): string => `M${place * 20 + 10} 1.75${outline}`
const stars = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, place) => star(from + place)).join('')

/** A read-only rating in half steps; its name is the value, e.g. "4.5 out of 5". */
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
