import { isEnded } from '#features/orders/left-to-ship.ts'
import { CARRIER, TRACKING } from '#features/orders/limits.ts'
import type { Order, Shipment } from '#features/orders/schema.ts'
import { readOrderNumber } from '#features/orders/shown.ts'
import { listText } from '#kit/text/list-text.ts'

/** A chosen order with the tracking number that was pasted for it. */
export interface PlannedParcel {
  readonly order: Order
  readonly tracking: string
  /** Undefined for that of all. */
  readonly carrier: string | undefined
  /** Of an order that is shipped already: its only shipment, whose tracking number changes. Others ship what is left. */
  readonly shipment?: Shipment
}

/** A tracking number that several orders would get. */
export interface SharedNumber {
  readonly tracking: string
  readonly orders: readonly Order[]
}

/** What a pasted list would do. */
export interface TrackingPlan {
  readonly planned: readonly PlannedParcel[]
  /** The tracking numbers that several orders would get: one parcel for all of them, or a slip of the pen. Only a person knows. */
  readonly shared: readonly SharedNumber[]
  /** The lines that do nothing, and why, in their sequence. */
  readonly problems: readonly string[]
  /** The chosen orders that stay as they are, because no line is of them. */
  readonly untouched: readonly Order[]
}

/** The characters of a list with as many lines as it can have. A longer one is refused, never cut. */
export const LONGEST_LIST = 100_000

/** Far more than orders can be chosen. */
const MOST_LINES = 2000

interface PastedLine {
  /** From 1, as an editor counts them. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A line as it is understood. */
interface Parcel {
  readonly line: number
  readonly number: string
  readonly tracking: string
  readonly carrier: string
}

/**
 * Reads tracking numbers for the chosen orders: a column of as many as orders are chosen, in the sequence in which these are
 * listed; or lines of order number, tracking number and perhaps carrier, parted by tab, semicolon or comma, in any sequence,
 * or under heads that name them. A line that does not say exactly what to do does nothing and is named.
 */
export function readTracking(text: string, orders: readonly Order[]): TrackingPlan {
  if (text.length > LONGEST_LIST)
    return nothingOf(orders, `The list has more than ${LONGEST_LIST.toLocaleString('en-US')} characters.`)
  const lines = splitLines(text)
  if (lines.length > MOST_LINES)
    return nothingOf(orders, `The list has more than ${MOST_LINES.toLocaleString('en-US')} lines.`)
  const parcels = isColumn(lines, orders) ? fromColumn(lines, orders) : fromTable(lines)
  if (typeof parcels === 'string') return nothingOf(orders, parcels)
  return planOf(parcels, orders)
}

const nothingOf = (orders: readonly Order[], problem: string): TrackingPlan => ({
  planned: [],
  shared: [],
  problems: [problem],
  untouched: orders,
})

function splitLines(text: string): PastedLine[] {
  const separator = [...'\t;,'].find((each) => text.includes(each))
  return text.split(/\r\n|\r|\n/).flatMap((row, index) => {
    const cells = splitCells(row, separator)
    return cells.some((cell) => cell !== '') ? [{ line: index + 1, cells }] : []
  })
}

/**
 * Without a separator a line may still be an order number and the rest. Quotation marks that are not around a whole cell are
 * characters of it.
 */
function splitCells(row: string, separator: string | undefined): string[] {
  if (separator === undefined) {
    const [first = '', ...rest] = row.trim().split(/\s+/)
    const isParcel = rest.length > 0 && readOrderNumber(first) !== undefined
    return isParcel ? [first, rest.join(' ')] : [unquoted(row)]
  }
  const cells = row.match(new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)(?:${separator}|$)`, 'g')) ?? [row]
  return cells.map((cell) => unquoted(cell.endsWith(separator) ? cell.slice(0, -1) : cell))
}

/** A spreadsheet's quotation marks, and the apostrophe by which it keeps a number a text, are no part of it. */
const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, (_, inside: string) => inside.replaceAll('""', '"'))
    .replace(/^'/, '')
    .trim()

const isColumn = (lines: readonly PastedLine[], orders: readonly Order[]): boolean =>
  lines.every(({ cells }) => {
    const number = readOrderNumber(cells[0] ?? '')
    return cells.slice(1).every((cell) => cell === '') && !orders.some((order) => order.number === number)
  })

const HEADS = {
  number: /^(order|number|order ?(number|no\.?))$/i,
  tracking: /^(tracking|tracking ?(number|no\.?))$/i,
  carrier: /^carrier$/i,
} as const

function fromColumn(lines: readonly PastedLine[], orders: readonly Order[]): Parcel[] | string {
  const isHead = HEADS.tracking.test(lines[0]?.cells[0] ?? '')
  const values = isHead ? lines.slice(1) : lines
  if (values.length === 0) return []
  if (values.length !== orders.length)
    return `${counted(orders.length, 'order is', 'orders are')} chosen, and ${counted(values.length, 'tracking number is', 'tracking numbers are')} pasted. With a column both have to be as many.`
  return values.map(({ line, cells }, index) => ({
    line,
    number: orders[index]?.number ?? '',
    tracking: cells[0] ?? '',
    carrier: '',
  }))
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

function fromTable(lines: readonly PastedLine[]): Parcel[] | string {
  const heads = lines[0]?.cells ?? []
  const at = (name: keyof typeof HEADS) => heads.findIndex((head) => HEADS[name].test(head))
  const hasHeads = at('number') >= 0 || at('tracking') >= 0
  if (hasHeads && (at('number') < 0 || at('tracking') < 0))
    return 'The first line has to name both columns, “number” and “tracking”, or none.'
  const [number, tracking, carrier] = hasHeads ? [at('number'), at('tracking'), at('carrier')] : [0, 1, 2]
  return lines.slice(hasHeads ? 1 : 0).map(({ line, cells }) => ({
    line,
    number: cells[number] ?? '',
    tracking: cells[tracking] ?? '',
    carrier: cells[carrier] ?? '',
  }))
}

function planOf(parcels: readonly Parcel[], orders: readonly Order[]): TrackingPlan {
  const planned: PlannedParcel[] = []
  const problems: string[] = []
  const numbers = parcels.map(({ number }) => readOrderNumber(number))
  for (const [index, parcel] of parcels.entries()) {
    const number = numbers[index]
    const order = orders.find((each) => each.number === number)
    const same = parcels.filter((_, other) => other !== index && numbers[other] === number)
    const problem = number === undefined ? undefined : problemOf(parcel, order, same)
    if (number === undefined) problems.push(`Line ${parcel.line}: “${parcel.number}” is not an order number`)
    else if (problem !== undefined || !order) problems.push(`Line ${parcel.line}, ${number}: ${problem}`)
    else planned.push(plannedOf(parcel, order))
  }
  return {
    planned,
    shared: sharedOf(planned),
    problems,
    untouched: orders.filter(({ number }) => !numbers.includes(number)),
  }
}

/** As carriers read them: without spaces, in any case. */
const bareNumber = (tracking: string): string => tracking.replaceAll(/\s/g, '').toUpperCase()

function sharedOf(planned: readonly PlannedParcel[]): SharedNumber[] {
  const groups = Map.groupBy(planned, ({ tracking }) => bareNumber(tracking))
  return [...groups.values()]
    .filter((parcels) => parcels.length > 1)
    .map((parcels) => ({
      tracking: parcels[0]?.tracking ?? '',
      orders: parcels.map(({ order }) => order),
    }))
}

function plannedOf({ tracking, carrier }: Parcel, order: Order): PlannedParcel {
  const shipment = order.status === 'shipped' ? order.shipments?.[0] : undefined
  return { order, tracking, carrier: carrier || undefined, ...(shipment && { shipment }) }
}

/** Why a line does nothing. */
function problemOf(
  { tracking, carrier }: Parcel,
  order: Order | undefined,
  same: readonly Parcel[],
): string | undefined {
  if (!order) return 'not among the chosen orders'
  if (same.length > 0) return `also in ${listText(same.map(({ line }) => `line ${line}`))}`
  if (tracking === '') return 'no tracking number'
  if (tracking.length > TRACKING.maximum)
    return `the tracking number has more than ${TRACKING.maximum} characters`
  if (carrier.length > CARRIER.maximum) return `the carrier has more than ${CARRIER.maximum} characters`
  if (order.status === undefined) return 'not paid yet'
  if (order.status === 'pending') return isEnded(order) ? 'nothing of it ships any more' : undefined
  const [only, ...others] = order.shipments ?? []
  if (!only || others.length > 0) return 'it has several shipments: change their tracking on its page'
  return only.tracking === tracking ? 'it has this tracking number already' : undefined
}
