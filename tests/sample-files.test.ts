import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/project.ts'
import { makeSampleFiles } from './support/sample-files.ts'

const FOLDER = join(ROOT, 'demo/files')

/** They are in the repository so that a start has them at once. */
test('the files of sample parts are those that their data make now: `npm run drawings` writes them', async () => {
  const files = await makeSampleFiles()
  expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].sort())
  const changed = [...files].filter(
    ([name, made]) => !readFileSync(join(FOLDER, name)).equals(Buffer.from(made)),
  )
  expect(changed.map(([name]) => name)).toEqual([])
}, 60_000)
