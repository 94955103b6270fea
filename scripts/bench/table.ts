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
  const lines = [HEADER, ...figures.map(cellsOf)]
  const widths = HEADER.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
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
