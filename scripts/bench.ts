import { benchDocuments } from './bench/documents.ts'
import { benchEndurance } from './bench/endurance.ts'
import { benchExports } from './bench/exports.ts'
import { benchImports } from './bench/imports.ts'
import { benchLists } from './bench/lists.ts'
import { benchMillion } from './bench/million.ts'
import { benchMoving } from './bench/moving.ts'
import { benchOrders } from './bench/orders.ts'
import { benchOverview } from './bench/overview.ts'
import { benchPhone } from './bench/phone.ts'
import { benchProcess } from './bench/process.ts'
import { benchReads } from './bench/reads.ts'
import { type Figure, printTable } from './bench/table.ts'
import { benchTyping } from './bench/typing.ts'
import { benchWeight } from './bench/weight.ts'
import { installProgramsOrExit } from './programs/install.ts'

/**
 * Measures the shop against floors that are measured in the same run, and prints one table. `npm run bench -- orders`
 * runs that part only. `SECONDS` is the duration of each load, `MINUTES` that of the last part. `--quick` measures
 * everything in less than a minute and compares nothing with a goal.
 */
const PARTS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  reads: benchReads,
  weight: benchWeight,
  phone: benchPhone,
  moving: benchMoving,
  typing: benchTyping,
  process: benchProcess,
  orders: benchOrders,
  documents: benchDocuments,
  lists: benchLists,
  imports: benchImports,
  exports: benchExports,
  million: benchMillion,
  overview: benchOverview,
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
installProgramsOrExit('chromium', 'postgres')
const figures: Figure[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) figures.push(...(await measure()))
}
printTable(figures)
