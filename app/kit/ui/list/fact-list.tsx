import type { ReactNode } from 'react'

type FactListProps = { facts: { label: string; value: ReactNode }[] }

/** Labels with their values; facts without a value are left out. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="grid content-start grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts
        .filter(({ value }) => value !== undefined && value !== null)
        .map(({ label, value }) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line text-balance">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
