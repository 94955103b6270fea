import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#tests/support/project.ts'
import { makeSampleDrawings } from '#tests/support/sample-drawings.ts'
import { readArguments } from './command.ts'

readArguments({ name: 'drawings', does: 'Writes the drawings of the sample parts that have a model.' })
const folder = join(ROOT, 'demo/drawings')
const drawings = await makeSampleDrawings()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const [sku, svg] of drawings) writeFileSync(join(folder, `${sku}.svg`), svg)
