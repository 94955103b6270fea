import { classNames } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Only the ring, for use beside a text about what is loading. */
export function SpinnerRing({ size = 16 }: { size?: 16 | 24 }) {
  return (
    <svg
      aria-hidden="true"
      className="animate-spin"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 16 ? 2 : 1.5}
    >
      <circle cx="8" cy="8" r="6.5" opacity="0.25" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" strokeLinecap="round" />
    </svg>
  )
}

/** The spinner of a page or panel, announced to screen readers. */
export function Spinner({ label = 'Loading…', className }: { label?: string; className?: string }) {
  return (
    <div role="status" className={classNames('grid place-items-center py-12 text-link', className)}>
      <SpinnerRing size={24} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  )
}
