import { centsToDollars, formatTotal } from '#kit/money.ts'
import { formatCount, linesText } from '#kit/text/count-text.ts'
import type { LineRow } from '../records/order-rows.ts'
import type { OrderDetails } from '../schema.ts'

/** With how many lines the detail of an event says what changed; a part number has 64 characters at most. */
const MAXIMUM_NAMED = 20

/** What distinguishes it from the names of fields. */
export const CHANGED_LINES = 'lines: '

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
    CHANGED_LINES +
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

/** Whether the detail of a change is about lines. */
export const isOfLines = (detail: string): boolean => detail.startsWith(CHANGED_LINES)

/** What changed, a line each: "M8-40: 500 → 700", "M8-50: 300 → removed"; undefined for the detail of another change. */
export const readChangedLines = (detail: string): string[] | undefined =>
  isOfLines(detail) ? detail.slice(CHANGED_LINES.length).split(BETWEEN).map(changeText) : undefined

/**
 * What several changes come to, in their sequence, as `readChangedLines` says it: of each part the first number of pieces and the
 * last. Empty when all is as it was. Details of other changes are passed over.
 */
export function sumOfChanges(details: readonly string[]): string[] {
  const values = new Map<string, { from: string; to: string }>()
  const others = new Set<string>()
  for (const detail of details.filter(isOfLines)) {
    for (const change of detail.slice(CHANGED_LINES.length).split(BETWEEN)) {
      const { what, from, to } = readValues(change)
      const before = values.get(what)
      if (what === '') others.add(change)
      // What is said last of each change stays last.
      if (what === DELIVERY || what === TOTAL) values.delete(what)
      if (what !== '') values.set(what, { from: before?.from ?? from, to })
    }
  }
  const texts = [...values]
    .filter(([, { from, to }]) => from !== to)
    .map(([what, sides]) => sideText(what, sides))
  return [...texts, ...others]
}

const TOTAL = 'total'
const DELIVERY = 'by'

/** `what` is the part number, or one of the two above; empty for what names no values. */
function readValues(change: string): { what: string; from: string; to: string } {
  const [, now, before] = /^by (.+) instead of (.+)$/.exec(change) ?? []
  if (now !== undefined && before !== undefined) return { what: DELIVERY, from: before, to: now }
  const [, what = '', from = '', to = ''] = /^(.+) (\S+) → (\S+)$/.exec(change) ?? []
  return { what, from, to }
}

function sideText(what: string, { from, to }: { from: string; to: string }): string {
  if (what === DELIVERY) return `by ${to} instead of ${from}`
  if (from === '0') return `${what}: new line of ${to}`
  return `${what}: ${from} → ${to === '0' ? 'removed' : to}`
}

function changeText(change: string): string {
  const { what, ...sides } = readValues(change)
  return what === '' ? change : sideText(what, sides)
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
