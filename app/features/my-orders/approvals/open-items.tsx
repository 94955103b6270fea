import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { fetchOpenItems } from '#features/company-orders/client.ts'
import { OPEN_AGES } from '#features/company-orders/limits.ts'
import type { OpenItem } from '#features/company-orders/schema.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { problemText } from '#kit/browser/client.ts'
import { addTotals, formatTotal } from '#kit/money.ts'
import { longDayText } from '#kit/text/utc-text.ts'
import { FactList } from '#kit/ui/list/fact-list.tsx'
import { SkeletonRows } from '#kit/ui/mark/skeleton.tsx'
import { FailureState } from '#kit/ui/page/failure-state.tsx'

const AGE_TEXTS = {
  not_due: 'Not due',
  to_30: '1 to 30 days late',
  to_60: '31 to 60 days late',
  over_60: 'More than 60 days late',
} as const satisfies Readonly<Record<OpenItem['age'], string>>

/** The open invoices of the own company, or of one that the staff looks at, with what they come to by age. */
export function OpenItems({ companyId }: { companyId?: string }) {
  const [loaded, setLoaded] = useState<{ items?: OpenItem[]; error?: unknown }>({})
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches them again.
  useEffect(() => {
    let isOver = false
    fetchOpenItems(companyId).then(
      (items) => !isOver && setLoaded({ items }),
      (error: unknown) => !isOver && setLoaded({ error }),
    )
    return () => {
      isOver = true
    }
  }, [companyId, attempt])
  const { items, error } = loaded
  if (error !== undefined)
    return (
      <FailureState
        title="The open invoices could not be loaded"
        detail={problemText(error)}
        onRetry={() => setAttempt((count) => count + 1)}
      />
    )
  if (!items) return <SkeletonRows className="h-11 w-full" />
  if (items.length === 0) return <p className="text-muted text-sm">No invoice is open.</p>
  return (
    <div className="grid gap-4">
      <FactList facts={OPEN_AGES.map((age) => ({ label: AGE_TEXTS[age], value: sumText(items, age) }))} />
      <ul aria-label="Open invoices" className="border-line border-t text-sm">
        {items.map(({ orderId, order, invoice, due, open }) => (
          <li key={orderId} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2">
            <Link to={orderPagePath(orderId)}>{invoice ?? `Order ${order}`}</Link>
            <span>{`${formatTotal(open)}, pay by ${longDayText(due)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Nothing where there is none of that age. */
function sumText(items: readonly OpenItem[], age: OpenItem['age']): string | undefined {
  const ofAge = items.filter((item) => item.age === age)
  return ofAge.length === 0 ? undefined : formatTotal(addTotals(ofAge.map(({ open }) => open)))
}
