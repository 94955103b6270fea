import { spawnSync } from 'node:child_process'
import { globSync, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { copyStage, stages } from '../support/image-stages.ts'
import { hasPostgresClients, settingsOf } from '../support/operator.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'

test('the files that are copied into the image are sufficient to run, and the shop writes only its data', {
  timeout: 90_000,
}, async () => {
  await using cleanUp = new AsyncDisposableStack()
  const storage = cleanUp.use(await emptyStorage())
  const folder = copyStage(cleanUp, stages[1])
  const before = fileTimes(folder)
  const environment = { NODE_ENV: 'production', SANDBOX: 'on', SEED: 'demo' }
  const shop = cleanUp.use(await startShop({ storage, environment, folder }))
  // Documents are rendered in a thread, with packages that are not in the bundle.
  const documents = ['/api/part/BB-6305/data-sheet.pdf', '/part-pictures/BB-6305.png']
  for (const path of ['/', '/healthz', '/readyz', '/login', '/api/product', ...documents]) {
    expect((await shop.call('GET', path)).status, path).toBe(200)
  }
  await shop.register()
  // As docs/operations.md runs them in the container.
  const options = { cwd: folder, env: { ...process.env, ...settingsOf(storage) }, encoding: 'utf8' } as const
  if (!storage.databaseUrl || hasPostgresClients()) {
    const to = join(dirname(storage.dataDir), 'backup')
    const backup = spawnSync(process.execPath, ['scripts/backup.ts', to], options)
    expect(backup.stderr).toBe('')
    expect(backup.status).toBe(0)
  }
  const moving = spawnSync(process.execPath, ['scripts/move-files.ts'], options)
  expect(moving.stderr).toBe('FILES_URL is not set: it is the address of the store of files.\n')
  const move = spawnSync(process.execPath, ['scripts/move.ts'], options)
  expect(move.stderr).toContain('Say where the shop goes')
  expect(await shop.stop()).toEqual({ code: 0, signal: null })
  expect(fileTimes(folder)).toEqual(before)
})

/** All files with their modification times. */
function fileTimes(folder: string): string[] {
  return globSync('**', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .map((file) => `${file} ${lstatSync(join(folder, file)).mtimeMs}`)
    .sort()
}
