import { printColumns } from '../print-columns.ts'

/** One line of the table: a figure of the shop, what it is held against, and the goal. */
export interface Figure {
  readonly what: string
  readonly shop: string
  /** The same of the floor, or of whatever else the goal compares with. */
  readonly floor: string
  /** The shop's figure by the floor's. */
  readonly ratio: number
  readonly p99Ms: number
  readonly floorP99Ms?: number
  readonly goal: string
  readonly isMet: boolean
  /** Answers that were not as they should be. */
  readonly failed: number
}

const HEADER = ['what', 'shop', 'floor', 'ratio', 'p99 shop', 'p99 floor', 'failed', 'goal', 'met']

/** Prints the figures in columns. */
export function printTable(figures: readonly Figure[]): void {
  printColumns([HEADER, ...figures.map(cellsOf)])
}

function cellsOf({ what, shop, floor, ratio, p99Ms, floorP99Ms, failed, goal, isMet }: Figure): string[] {
  const floorP99 = floorP99Ms === undefined ? '' : `${floorP99Ms} ms`
  return [
    what,
    shop,
    floor,
    ratio.toFixed(2),
    `${p99Ms} ms`,
    floorP99,
    String(failed),
    goal,
    isMet ? 'yes' : 'NO',
  ]
}
