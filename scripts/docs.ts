import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readProjectFile } from '#tests/support/project.ts'
import { findProofs, PROVEN_PAGES, withTests } from '#tests/support/proofs.ts'
import { readArguments } from './command.ts'

readArguments({ name: 'docs', does: 'Writes into the pages of the docs which tests prove each row.' })
for (const [path, word] of Object.entries(PROVEN_PAGES))
  writeFileSync(join(ROOT, path), withTests(readProjectFile(path), findProofs(word)))
