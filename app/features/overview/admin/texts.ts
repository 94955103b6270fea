import { ordersText } from '#features/orders/texts.ts'
import { moneySign } from '#kit/identity/shop-currency.ts'
import { formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { dayText } from '#kit/text/moment-text.ts'

const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Nov 23", for an axis. */
export const shortDayText = (day: string): string => SHORT_DAY.format(new Date(day))

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** "$1.2K" */
export const shortTotalText = (dollars: number): string =>
  `${dollars < 0 ? '−' : ''}${moneySign()}${COMPACT.format(Math.abs(dollars))}`
export const shortCountText = (count: number): string => COMPACT.format(count)

/** More can go back than was paid. */
export const moneyText = (dollars: number): string =>
  dollars < 0 ? `−${formatTotal(-dollars)}` : formatTotal(dollars)

interface DayFigures {
  readonly day: string
  readonly revenue: number
  readonly orders: number
}

/** "Nov 23, 2026: $1,234.00, 5 orders" */
export const dayFiguresText = ({ day, revenue, orders }: DayFigures): string =>
  `${dayText(day)}: ${moneyText(revenue)}, ${ordersText(orders)}`

/** "Nov 23, 2026: $1,234.00, 5 orders; Oct 24, 2026: $980.00, 4 orders" */
export const comparedDayText = (day: DayFigures, before: DayFigures | undefined): string =>
  [day, ...(before ? [before] : [])].map(dayFiguresText).join('; ')

/** How a figure differs from the period before: "up 12%", "down 3%", "unchanged", "none before". */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'unchanged' : 'none before'
  const percent = Math.round((Math.abs(now - before) / Math.abs(before)) * 100)
  if (percent === 0) return 'unchanged'
  return `${now > before ? 'up' : 'down'} ${formatCount(percent)}%`
}

const PIECES = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Pieces per day with one decimal, so that those of a column stand under each other: "41.3", "40.0", "under 0.1". */
export const perDayText = (pieces: number): string =>
  pieces > 0 && pieces < 0.05 ? 'under 0.1' : PIECES.format(pieces)

/** How long stock lasts: "none left", "less than a day", "1 day", "12 days". */
export function daysLeftText(days: number): string {
  if (days === 0) return 'none left'
  if (days < 1) return 'less than a day'
  const whole = Math.floor(days)
  return `${formatCount(whole)} ${whole === 1 ? 'day' : 'days'}`
}

/** Stock that ends within so many days needs to be ordered now. */
export const SOON_DAYS = 14
