import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { release } from '#kit/config/release.ts'
import { readManifest, writeManifest } from './backup-files.ts'

test('a backup says which release made it, one of before 1.0.0 does not, and one of a newer release is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'))
  const path = join(folder, 'backup.json')
  const rewrite = (change: object) =>
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
  try {
    writeFileSync(join(folder, 'auth-secret'), 'a secret')
    await writeManifest(folder)
    expect(await readManifest(folder)).toMatchObject({ names: ['auth-secret'], madeBy: release })
    rewrite({ release: '99.0.0' })
    await expect(readManifest(folder)).rejects.toThrow(
      `The backup was made by release 99.0.0, and this is ${release}. Nothing was changed. Restore it with release 99.0.0 or a later one.`,
    )
    rewrite({ release: undefined })
    expect(await readManifest(folder)).toMatchObject({ madeBy: undefined })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
