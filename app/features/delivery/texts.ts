import { formatTotal } from '#kit/money.ts'
import { formatDecimal } from '#kit/text/count-text.ts'
import { lowerFirst } from '#kit/text/first-letter.ts'
import { DAY_MS } from '#kit/time.ts'

/** Days as people write them, without `Intl`, whose first use is slow on a phone. A day is "2026-12-08". */

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A day this far away is said with its year. */
const WITH_YEAR_MS = 180 * DAY_MS

const monthOf = (day: string): string => MONTHS[new Date(day).getUTCMonth()] ?? ''

/** "Tue 8" */
const dayOfMonth = (day: string): string => {
  const date = new Date(day)
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()}`
}

/** "Tue 8 December" */
export const deliveryDayText = (day: string): string => `${dayOfMonth(day)} ${monthOf(day)}`

/** "Tue 8 Dec", for a table */
export const shortDeliveryDayText = (day: string): string => `${dayOfMonth(day)} ${monthOf(day).slice(0, 3)}`

/** "Tue 8 to Thu 10 December", "Tue 29 December to Mon 4 January", "Tue 8 December". */
function rangeText({ from, to }: { from: string; to: string }): string {
  if (from === to) return deliveryDayText(to)
  const first = from.slice(0, 7) === to.slice(0, 7) ? dayOfMonth(from) : deliveryDayText(from)
  return `${first} to ${deliveryDayText(to)}`
}

/** " 2026" of a day that is read at `now`, half a year before or later. */
const farYear = (day: string, now = Date.parse(day)): string =>
  Math.abs(Date.parse(day) - now) > WITH_YEAR_MS ? ` ${day.slice(0, 4)}` : ''

/** "Arrives Tue 8 to Thu 10 December"; read at `now` half a year before or later, with the year of the last day. */
export const arrivesText = (arrives: { from: string; to: string }, now?: number): string =>
  `Arrives ${rangeText(arrives)}${farYear(arrives.to, now)}`

/** "Ships Thu 3 December"; read at `now` half a year before or later, with the year. */
export const shipsOnText = (ships: string, now?: number): string =>
  `Ships ${deliveryDayText(ships)}${farYear(ships, now)}`

/** "Express, $32.00, arrives Tue 8 to Thu 10 December"; "Standard, free, arrives …". `price` is in dollars. */
export const offerText = ({ name, price, arrives }: Offer): string =>
  `${name}, ${price === 0 ? 'free' : formatTotal(price)}, ${lowerFirst(arrivesText(arrives))}`

interface Offer {
  readonly name: string
  readonly price: number
  readonly arrives: { readonly from: string; readonly to: string }
}

/** "Ships today", "Ships tomorrow", "Ships Tue 8 December". `today` is the day in the time zone of the settings. */
export function shipsText(ships: string, today: string): string {
  const days = (Date.parse(ships) - Date.parse(today)) / DAY_MS
  return `Ships ${['today', 'tomorrow'][days] ?? deliveryDayText(ships)}`
}

/** "Express, Sample Carrier, DAP": a method with who carries it and its Incoterm. */
export const methodText = ({
  name,
  carrier,
  incoterm,
}: {
  name: string
  carrier?: string | undefined
  incoterm?: string | undefined
}): string => [name, carrier, incoterm].filter(Boolean).join(', ')

/** "1.25 kg" */
export const weightText = (kg: number): string => `${formatDecimal(kg)} kg`
