import { halfStars } from '#kit/ui/half-stars.ts'

const PLACES = [0, 1, 2, 3, 4]
const WHOLE = 'm10 1.75 2.55 5.3 5.85.8-4.25 4.1 1.05 5.8L10 14.95l-5.2 2.8 1.05-5.8L1.6 7.85l5.85-.8Z'
const LEFT_HALF = 'M10 1.75v13.2l-5.2 2.8 1.05-5.8L1.6 7.85l5.85-.8Z'

/** A read-only rating in half steps; its name is the value, e.g. "4.5 out of 5". */
export function Stars({ value }: { value: number }) {
  const shown = halfStars(value)
  return (
    <svg role="img" aria-label={`${shown} out of 5`} width="100" height="20" viewBox="0 0 100 20">
      {PLACES.map((place) => (
        <g key={place} transform={`translate(${place * 20} 0)`}>
          <path d={WHOLE} className={shown >= place + 1 ? 'fill-ink' : 'fill-line'} />
          {shown === place + 0.5 && <path d={LEFT_HALF} className="fill-ink" />}
        </g>
      ))}
    </svg>
  )
}
