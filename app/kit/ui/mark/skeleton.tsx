import { classNames } from './class-names.ts'

/** A placeholder with the size of its `className`, e.g. `h-5 w-40`. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded bg-line', className)} />
}

/** The place of a list's rows, each with the size of `className`, until they are there. */
export const SkeletonRows = ({ className }: { className: string }) => (
  <div className="grid gap-4" aria-hidden="true">
    <Skeleton className={className} />
    <Skeleton className={className} />
    <Skeleton className={className} />
  </div>
)
