import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#tests/support/project.ts'
import { makeSampleDrawings } from '#tests/support/sample-drawings.ts'
import { makeSampleFiles } from '#tests/support/sample-files.ts'
import { readArguments } from './command.ts'

readArguments({
  name: 'drawings',
  does: 'Writes the drawings of the sample parts that have a model, and the files of some.',
})
write(
  'demo/drawings',
  [...(await makeSampleDrawings())].map(([sku, svg]) => [`${sku}.svg`, svg]),
)
write('demo/files', await makeSampleFiles())

function write(path: string, files: Iterable<readonly [name: string, content: string | Uint8Array]>): void {
  const folder = join(ROOT, path)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
}
