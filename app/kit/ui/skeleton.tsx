import { classNames } from '#kit/ui/class-names.ts'

/** A grey stand-in: give it the final size by `className`, e.g. `h-5 w-40`. Silent for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded bg-line', className)} />
}
