import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { hasPostgresClients, settingsOf } from '../support/operator.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { readRowsOf } from '../support/read-database.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'

const [, backups = ''] = /^## Backups\n(.*?)^## /ms.exec(readProjectFile('docs/operations.md')) ?? []
const [cronLine = '', restoreLine = '', takeOverLine = ''] = backups.match(/(?<=^ {4}).+/gm) ?? []

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
    run(takeOverLine, other)
    const { db, close } = openDatabase(other)
    const restores = await db.selectFrom('restores').select('taken_over_by').execute()
    const counts = await db.selectFrom('row_counts').selectAll().where('name', '=', 'invoices').execute()
    await close()
    expect(restores).toEqual([{ taken_over_by: 'the operator' }])
    expect(counts).toMatchObject([{ counted: 14 }])
    const restored = await readRowsOf(other)
    expect(restored.products?.length).toBeGreaterThan(50)
    expect(restored.products).toEqual((await readRowsOf(storage)).products)
  },
)

test.runIf(isTestable)(
  'the commands of docs/operations.md in a container back up a shop and restore it, with scripts of the image',
  { timeout: 90_000 },
  async () => {
    const [, container = ''] =
      /^## In a container\n(.*?)^## /ms.exec(readProjectFile('docs/operations.md')) ?? []
    // What the container runs, with the options that Docker gets for it.
    const lines = [...container.matchAll(/docker compose run (.*) shop node (scripts\/\S+) (.+)/g)]
    const [cron, backup, restore, takeOver] = lines.map(([, options, script, rest]) => ({
      options,
      script,
      rest,
    }))
    expect(lines).toHaveLength(4)
    expect(cron).toEqual({ ...backup, options: `--rm --no-TTY ${VOLUME}`, rest: '/backups/$(date +\\%F)' })
    expect(restore?.options).toBe(`--rm ${VOLUME}`)
    expect(takeOver?.options).toBe('--rm')
    const copied = readProjectFile('Dockerfile')
      .split(/^FROM /m)
      .at(-1)
    await using storage = await emptyStorage()
    const folder = `${storage.dataDir}-backups`
    mkdirSync(folder)
    const run = ({ script = '', rest = '' }: NonNullable<typeof backup>) => {
      expect(copied).toContain(script)
      const args = rest.replace('/backups', folder).split(' ')
      const env = { ...process.env, ...settingsOf(storage) }
      const done = spawnSync(process.execPath, [script, ...args], { cwd: ROOT, env, encoding: 'utf8' })
      expect(done.stderr).toBe('')
      expect(done.status).toBe(0)
    }
    await using shop = await startShop({ storage, seed: 'demo' })
    if (backup) run(backup)
    const before = (await readRowsOf(storage)).user
    await shop.register()
    await shop.stop()
    expect((await readRowsOf(storage)).user).not.toEqual(before)
    if (restore) run(restore)
    expect((await readRowsOf(storage)).user).toEqual(before)
    expect((await readRowsOf(storage)).restores?.[0]).toContain('null')
    if (takeOver) run(takeOver)
    expect((await readRowsOf(storage)).restores?.[0]).not.toContain('null')
  },
)

const VOLUME = '--volume /srv/backups:/backups'
