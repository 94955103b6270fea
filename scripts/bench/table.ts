import { print, tableOf } from '../print.ts'
import type { Measured, Rate } from './measure.ts'
import { IS_QUICK } from './options.ts'

/** One line of the table: a figure of the shop, the floor to compare it with if any, and the goal. */
export interface Figure {
  readonly what: string
  readonly shop: string
  /** The figure of the floor, or another one that the goal compares with. */
  readonly floor?: string
  /** The shop's figure divided by the floor's. */
  readonly ratio?: number
  readonly p99Ms?: number
  readonly floorP99Ms?: number
  readonly goal: string
  readonly isMet: boolean
  /** The number of unexpected answers. */
  readonly failed?: number
}

const HEADER = ['what', 'shop', 'floor', 'ratio', 'p99 shop', 'p99 floor', 'failed', 'goal', 'met']

export const rounded = (value: number): number => Math.round(value * 10) / 10

/** A figure with a limit and no floor, rounded to one decimal. */
export const atMost = (
  what: string,
  value: number,
  limit: number,
  unit: string,
  more: Partial<Figure> = {},
): Figure => ({
  what,
  shop: `${rounded(value)} ${unit}`.trim(),
  goal: `≤ ${limit} ${unit}`.trim(),
  isMet: value <= limit,
  ...more,
})

/** What the median of the times of a call may be, or their 99th percentile. */
export type Limit = { readonly medianMs: number } | { readonly p99Ms: number }

export function latencyFigure(what: string, { medianMs, p99Ms, failed }: Measured, limit: Limit): Figure {
  const [goal, isMet] =
    'medianMs' in limit
      ? [`≤ ${limit.medianMs} ms`, medianMs <= limit.medianMs]
      : [`p99 ≤ ${limit.p99Ms} ms`, p99Ms <= limit.p99Ms]
  return { what, shop: `${medianMs.toFixed(1)} ms`, p99Ms: rounded(p99Ms), goal, isMet, failed }
}

/** A rate as the share of another one, which is a floor or the shop's own. */
export const rateFigure = (
  what: string,
  own: Rate,
  floor: Pick<Rate, 'perSecond'> & Partial<Rate>,
  { ratio, least }: { ratio: number; least: number },
): Figure => ({
  what,
  shop: `${own.perSecond}/s`,
  floor: `${floor.perSecond}/s`,
  ratio,
  p99Ms: own.p99Ms,
  ...(floor.p99Ms !== undefined && { floorP99Ms: floor.p99Ms }),
  failed: own.failed,
  goal: `≥ ${least}`,
  isMet: ratio >= least,
})

/** A share of answers, of which 95 % is wanted. */
export const shareFigure = (what: string, share: number): Figure => ({
  what,
  shop: `${(share * 100).toFixed(1)} %`,
  goal: '≥ 95 %',
  isMet: share >= 0.95,
})

/** Prints the figures in columns. */
export function printTable(figures: readonly Figure[]): void {
  const inMs = (value?: number): string => (value === undefined ? '' : `${value} ms`)
  const cellsOf = ({ what, shop, floor = '', ratio, p99Ms, floorP99Ms, failed, goal, isMet }: Figure) => [
    ...[
      what,
      shop,
      floor,
      ratio?.toFixed(2) ?? '',
      inMs(p99Ms),
      inMs(floorP99Ms),
      String(failed ?? ''),
      goal,
    ],
    IS_QUICK ? '' : isMet ? 'yes' : 'NO',
  ]
  print(tableOf([HEADER, ...figures.map(cellsOf)]))
}
