import { centsToDollars, formatTotal } from '#kit/money.ts'
import { formatCount, linesText } from '#kit/text/count-text.ts'
import type { LineRow } from '../records/order-rows.ts'
import type { OrderDetails } from '../schema.ts'

/** With how many lines the detail of an event says what changed; a part number has 64 characters at most. */
const MAXIMUM_NAMED = 20

/** What distinguishes it from the names of fields. */
const LINES = 'lines: '

const BETWEEN = '; '

const NO_METHOD = 'no method'

interface Sides {
  readonly lines: readonly LineRow[]
  readonly payableCents: number
  /** The name of the method of delivery. */
  readonly delivery: string | undefined
}

/**
 * The detail of the event that lines were changed: "lines: M8-40 500 → 700; M8-50 300 → 0; total $10.00 → $12.50", with
 * "by Express instead of Standard" before the total when it is delivered in another way.
 */
export function changedLinesDetail(before: Sides, after: Sides): string {
  const quantities = (lines: readonly LineRow[]) => new Map(lines.map((line) => [line.sku, line.quantity]))
  const [was, is] = [quantities(before.lines), quantities(after.lines)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].flatMap((sku) => {
    const [from, to] = [was.get(sku) ?? 0, is.get(sku) ?? 0]
    return from === to ? [] : [`${sku} ${formatCount(from)} → ${formatCount(to)}`]
  })
  const named = changed.slice(0, MAXIMUM_NAMED)
  const others = changed.length - named.length
  const total = (cents: number) => formatTotal(centsToDollars(cents))
  return (
    LINES +
    [
      ...named,
      ...(others > 0 ? [`${linesText(others)} more`] : []),
      ...(after.delivery !== before.delivery
        ? [`by ${after.delivery ?? NO_METHOD} instead of ${before.delivery ?? NO_METHOD}`]
        : []),
      `total ${total(before.payableCents)} → ${total(after.payableCents)}`,
    ].join(BETWEEN)
  )
}

/** What changed, a line each: "M8-40: 500 → 700", "M8-50: 300 → removed"; undefined for the detail of another change. */
export const readChangedLines = (detail: string): string[] | undefined =>
  detail.startsWith(LINES) ? detail.slice(LINES.length).split(BETWEEN).map(changeText) : undefined

function changeText(change: string): string {
  const [, what, from, to] = /^(.+) (\S+) → (\S+)$/.exec(change) ?? []
  if (what === undefined) return change
  if (from === '0') return `${what}: new line of ${to}`
  return `${what}: ${from} → ${to === '0' ? 'removed' : to}`
}

/** Whether lines were changed after the payment link was created. */
export function isChangedSinceLink({ events }: Pick<OrderDetails, 'events'>): boolean {
  const link = events.findLastIndex(({ kind }) => kind === 'link_created')
  return (
    link !== -1 &&
    events
      .slice(link)
      .some(({ kind, detail = '' }) => kind === 'changed' && readChangedLines(detail) !== undefined)
  )
}
