import type { Page, Route } from 'playwright-core'
import { LOW_STOCK_PATH } from '#features/overview/paths.ts'
import type { LowStock, Overview } from '#features/overview/schema.ts'
import { DAY_MS } from '#kit/time.ts'
import { press, type Screen } from './screen.ts'

/** The overview and the audit log, as an admin sees them. */
export const overviewScreens: readonly Screen[] = [
  { name: 'overview', path: '/dashboard/overview', intercepted: ['**/api/overview*', busyShop] },
  { name: 'overview-week', path: '/dashboard/overview?days=7', intercepted: ['**/api/overview*', busyShop] },
  {
    name: 'overview-year',
    path: '/dashboard/overview?days=365',
    intercepted: ['**/api/overview*', busyShop],
  },
  {
    name: 'overview-table',
    path: '/dashboard/overview?days=7',
    intercepted: ['**/api/overview*', busyShop],
    act: press('Show as table'),
  },
  {
    name: 'overview-key',
    path: '/dashboard/overview',
    intercepted: ['**/api/overview*', busyShop],
    act: chooseDay,
  },
  { name: 'overview-first-orders', path: '/dashboard/overview' },
  { name: 'overview-loading', path: '/dashboard/overview', ready: 'main', loading: '**/api/overview*' },
  { name: 'overview-failing', path: '/dashboard/overview', failing: '**/api/overview*' },
  {
    name: 'low-stock',
    path: LOW_STOCK_PATH,
    ready: 'tbody a',
    intercepted: ['**/api/low-stock*', lowParts],
  },
  { name: 'low-stock-none', path: LOW_STOCK_PATH, ready: 'h2:has-text("No part")' },
  { name: 'audit', path: '/dashboard/audit', ready: 'td a' },
  { name: 'audit-no-match', path: '/dashboard/audit?by=nobody@example.com', ready: 'h2' },
  { name: 'audit-loading', path: '/dashboard/audit', loading: '**/api/audit*' },
  { name: 'audit-failing', path: '/dashboard/audit', failing: '**/api/audit*' },
]

async function chooseDay(page: Page): Promise<void> {
  await page.getByRole('slider').focus()
  for (let day = 0; day < 9; day += 1) await page.keyboard.press('ArrowLeft')
}

const PARTS = [
  ['HX-933-M8-40', 'Hexagon head screw M8 × 40, DIN 933, steel 8.8, zinc plated'],
  ['SC-912-M6-20', 'Socket head cap screw M6 × 20, DIN 912'],
  ['BB-608-2RS', 'Deep groove ball bearing 608-2RS'],
  [
    'OR-3601-117-NBR',
    'O-ring 20.29 × 2.62, ISO 3601, nitrile rubber NBR 70, for grooves of flanges and covers',
  ],
  ['PW-125-M8', 'Plain washer M8, DIN 125'],
] as const

const part = (index: number) => {
  const [sku, name] = PARTS[index % PARTS.length] ?? PARTS[0]
  return { productId: `sample-${index}`, sku: index < PARTS.length ? sku : `${sku}-${index}`, name }
}

/** Sales that rise slowly, with quiet weekends. */
function busyDays(count: number): Overview['days'] {
  return Array.from({ length: count }, (_, index) => {
    const at = Date.now() - (count - 1 - index) * DAY_MS
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
    const orders = isWeekend ? index % 3 : 9 + ((index * 7) % 6) + Math.floor((index * 6) / count)
    const revenue = orders * (180 + ((index * 53) % 97))
    return { day: new Date(at).toISOString().slice(0, 10), orders, revenue }
  })
}

/** Parts below their reorder point by less and less; of some nothing was sold. */
function lowParts(route: Route): Promise<void> {
  const parts = Array.from({ length: 12 }, (_, index): LowStock => {
    const quantity = index * 240
    const perDay = index % 5 === 4 ? 0 : 41.3 / (index + 1)
    return {
      ...part(index),
      quantity,
      reorderPoint: quantity + 60_000 - index * 5000,
      perDay,
      ...(perDay > 0 && { daysLeft: quantity / perDay }),
    }
  })
  return route.fulfill({ json: parts, headers: { 'X-Total-Count': String(parts.length) } })
}

/** What a shop with many orders would answer. */
function busyShop(route: Route): Promise<void> {
  const days = busyDays(Number(new URL(route.request().url()).searchParams.get('days') ?? 30))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const [orders, revenue] = [sum(days.map((day) => day.orders)), sum(days.map((day) => day.revenue))]
  const named = ['K7QM-2XTB', 'R4VN-8HWC', 'P9TD-3KXA'].map((number) => ({ _id: number, number }))
  const overview: Overview = {
    days,
    previousDays: busyDays(2 * days.length)
      .slice(0, days.length)
      .map((day, index) => ({ ...day, revenue: day.revenue * (index % 4 === 0 ? 0.6 : 0.9) })),
    orders,
    revenue,
    paid: revenue + 840,
    paidBack: 840,
    goods: Math.round(revenue * 0.8),
    previous: { orders: Math.round(orders * 0.9), revenue: Math.round(revenue * 1.04), paid: 0, paidBack: 0 },
    top: Array.from({ length: 10 }, (_, index) => ({
      ...part(index),
      quantity: Math.round(48_000 / (index + 1)),
      revenue: Math.round(10_400_000 / (index + 2)) / 100,
      previous: {
        quantity: index === 3 ? 0 : 15_000 - index * 900,
        revenue: index === 3 ? 0 : 20_000 - index * 1500,
      },
    })),
    low: Array.from({ length: 14 }, (_, index) => ({
      ...part(index + 2),
      quantity: index * 120,
      perDay: 41.3 / (index + 1),
      daysLeft: (index * 120 * (index + 1)) / 41.3,
      previousPerDay: index === 1 ? 0 : 12,
    })),
    open: {
      unpaid: 1000,
      lapsing: 3,
      toShip: 42,
      toShipToday: 7,
      late: 2,
      lowStock: 4,
      atLeast: ['unpaid'],
      disputes: { count: 1, orders: named.slice(0, 1) },
      held: { count: 1, orders: named.slice(0, 2) },
      mailsFailing: { count: 7, orders: named },
      refundsFailing: { count: 0, orders: [] },
    },
  }
  return route.fulfill({ json: overview })
}
