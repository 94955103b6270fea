import { print, tableOf } from '../print.ts'
import type { Measured } from './latency.ts'
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

/** A figure with a limit and no floor, rounded to one decimal. */
export function atMost(what: string, value: number, limit: number, unit: string): Figure {
  const shop = `${Math.round(value * 10) / 10} ${unit}`.trim()
  return { what, shop, goal: `≤ ${limit} ${unit}`.trim(), isMet: value <= limit }
}

/** The median of the times of a call with a limit, or their 99th percentile. */
export function latencyFigure(
  what: string,
  { medianMs, p99Ms, failed }: Measured,
  limit: { medianMs: number } | { p99Ms: number },
): Figure {
  const ofMedian = 'medianMs' in limit
  return {
    what,
    shop: `${medianMs.toFixed(1)} ms`,
    p99Ms: Math.round(p99Ms * 10) / 10,
    goal: ofMedian ? `≤ ${limit.medianMs} ms` : `p99 ≤ ${limit.p99Ms} ms`,
    isMet: ofMedian ? medianMs <= limit.medianMs : p99Ms <= limit.p99Ms,
    failed,
  }
}

/** Prints the figures in columns. */
export function printTable(figures: readonly Figure[]): void {
  print(tableOf([HEADER, ...figures.map(cellsOf)]))
}

function cellsOf({
  what,
  shop,
  floor = '',
  ratio,
  p99Ms,
  floorP99Ms,
  failed,
  goal,
  isMet,
}: Figure): string[] {
  return [
    what,
    shop,
    floor,
    ratio?.toFixed(2) ?? '',
    inMs(p99Ms),
    inMs(floorP99Ms),
    failed === undefined ? '' : String(failed),
    goal,
    verdict(isMet),
  ]
}

const verdict = (isMet: boolean): string => {
  if (IS_QUICK) return ''
  return isMet ? 'yes' : 'NO'
}

const inMs = (value: number | undefined): string => (value === undefined ? '' : `${value} ms`)
