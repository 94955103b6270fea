import { CHOSEN_PARTS, PARTS } from './bench/options.ts'
import { type Figure, printTable } from './bench/table.ts'
import { installProgramsOrExit } from './programs/install.ts'

installProgramsOrExit('chromium', 'postgres', 'varnish')
const figures: Figure[] = []
for (const part of CHOSEN_PARTS) figures.push(...(await PARTS[part]()))
printTable(figures)
