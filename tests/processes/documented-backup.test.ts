import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasPostgresClients, settingsOf } from '../support/operator.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { readRowsOf } from '../support/read-database.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'

const [, backups = ''] = /^## Backups\n(.*?)^## /ms.exec(readProjectFile('docs/operations.md')) ?? []
const [cronLine = '', restoreLine = ''] = backups.match(/(?<=^ {4}).+/gm) ?? []

const isTestable = !process.env.TEST_DATABASE_URL || hasPostgresClients()

test.runIf(isTestable)(
  'the commands of docs/operations.md back up a shop and restore it',
  { timeout: 90_000 },
  async () => {
    await using storage = await emptyStorage()
    await using other = await emptyStorage()
    const folder = dirname(storage.dataDir)
    const settings = join(folder, 'shop.env')
    const made = join(folder, 'backups')
    mkdirSync(made)
    /** Runs a line with the folders of this machine. */
    const run = (line: string, data: Parameters<typeof settingsOf>[0], backup = '2026-11-25') => {
      const values = Object.entries(settingsOf(data)).map(([name, value]) => `${name}='${value}'\n`)
      writeFileSync(settings, values.join(''), { mode: 0o600 })
      const command = line
        .replaceAll('/srv/shop.env', settings)
        .replaceAll('/srv/shop', ROOT)
        .replaceAll('/srv/backups', made)
        .replace('2026-11-25', backup)
      const { PATH = '', HOME = '' } = process.env
      const { status, stderr } = spawnSync('sh', ['-c', command], { env: { PATH, HOME }, encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
    }
    await using shop = await startShop({ storage, seed: 'demo' })
    await shop.register()
    // Five fields say when; cron reads `\%` as `%`.
    const [, whenCron, command = ''] = /^((?:\S+ ){5})(.+)/.exec(cronLine) ?? []
    expect(whenCron).toBe('15 3 * * * ')
    run(command.replaceAll('\\%', '%'), storage)
    await shop.stop()
    run(restoreLine, other, readdirSync(made)[0])
    const restored = await readRowsOf(other)
    expect(restored.products?.length).toBeGreaterThan(50)
    expect(restored.products).toEqual((await readRowsOf(storage)).products)
  },
)

test.runIf(isTestable)(
  'each command of docs/operations.md in a container names a script of the image',
  () => {
    const [, container = ''] =
      /^## In a container\n(.*?)^## /ms.exec(readProjectFile('docs/operations.md')) ?? []
    const scripts = [...container.matchAll(/ node (scripts\/\S+)/g)].map(([, script]) => String(script))
    expect(scripts).toEqual(['scripts/backup.ts', 'scripts/restore.ts'])
    const copied = readProjectFile('Dockerfile')
      .split(/^FROM /m)
      .at(-1)
    for (const script of scripts) expect(copied).toContain(script)
  },
)
