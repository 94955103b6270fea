import { benchEndurance } from './bench/endurance.ts'
import { benchMillion } from './bench/million.ts'
import { benchMoving } from './bench/moving.ts'
import { benchOrders } from './bench/orders.ts'
import { benchPhone } from './bench/phone.ts'
import { benchProcess } from './bench/process.ts'
import { benchReads } from './bench/reads.ts'
import { type Figure, printTable } from './bench/table.ts'
import { benchWeight } from './bench/weight.ts'
import { bringProgramsOrEnd } from './programs/bring.ts'

/**
 * Measures the shop against floors measured in the same run, and prints one table. `npm run bench -- orders` runs
 * that part alone. `SECONDS` is the time of each load, `MINUTES` that of the last part. With `--quick` all is measured
 * and nothing judged, in less than a minute.
 */
const PARTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  reads: benchReads,
  weight: benchWeight,
  phone: benchPhone,
  moving: benchMoving,
  process: benchProcess,
  orders: benchOrders,
  million: benchMillion,
  endurance: benchEndurance,
}

const asked = process.argv.slice(2).filter((word) => word !== '--quick')
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no part ${unknown.join(', ')}: name some of ${Object.keys(PARTS).join(', ')}.\n`,
  )
  process.exit(1)
}
bringProgramsOrEnd('chromium', 'postgres')
const figures: Figure[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) figures.push(...(await measure()))
}
printTable(figures)
