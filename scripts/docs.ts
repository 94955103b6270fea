import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRINTED_PAGES, printed } from '#tests/support/printed.ts'
import { ROOT } from '#tests/support/project.ts'
import { readArguments } from './command.ts'

readArguments({ name: 'docs', does: 'Prints the tables of the docs that the code states.' })
for (const path of PRINTED_PAGES) writeFileSync(join(ROOT, path), await printed(path))
