import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { COPY_SETTINGS } from '../../scripts/drill/copy.ts'
import { deploy, startedBy } from '../support/deployed.ts'
import { chapterOf, commandsOf } from '../support/manual.ts'
import { hasPostgresClients, settingsOf } from '../support/operator.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { readRowsOf } from '../support/read-database.ts'
import { emptyStorage, killAfterTests, startShop } from '../support/running-shop.ts'
import { createTestApp } from '../support/test-app.ts'

/** The lines of commands of a chapter. */
const linesOf = (chapter: string): string[] => commandsOf(chapterOf('backups', chapter)).flat()

const isTestable = !process.env.TEST_DATABASE_URL || hasPostgresClients()

test.runIf(isTestable)(
  'the commands of docs/backups.md back up a shop, restore it, and rehearse the loss of its machine',
  { timeout: 120_000 },
  async () => {
    await using storage = await emptyStorage()
    const settings = Object.entries(settingsOf(storage)).map(([name, value]) => `${name}="${value}"\n`)
    using place = deploy(`NODE_ENV=development\n${settings.join('')}`)
    const commandOf = (line: string) =>
      place.here(line).replace(/^parts-shop /, `${join(place.folder, 'parts-shop')} `)
    await using shop = await startShop({ storage, seed: 'demo' })
    for (const line of startedBy('parts-shop-backup.service')) await place.run(line)
    const before = await readRowsOf(storage)
    await shop.register()
    const [made = ''] = readdirSync(join(place.folder, 'backups'))
    const restore = linesOf('Restore a copy')
    expect(restore).toHaveLength(3)
    for (const line of restore) {
      if (line.startsWith('systemctl stop')) await shop.stop()
      else if (line.startsWith('parts-shop ')) await place.run(line.replace(EXAMPLE, made))
    }
    for (const line of linesOf('After a restore')) await place.run(line)
    const restored = await readRowsOf(storage)
    expect(restored.user).toEqual(before.user)
    expect(restored.products).toEqual(before.products)
    expect(restored.restores).toEqual([expect.stringContaining('the operator')])
    expect(restored.row_counts?.filter((row) => /invoices/.test(row))).toEqual([
      expect.stringContaining('14'),
    ])
    const [drill = ''] = linesOf('The drill')
    expect((await place.run(drill)).split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringContaining(' 60 parts'),
        expect.stringContaining('to the first order'),
      ]),
    )
    const scratch = join(place.folder, 'scratch')
    mkdirSync(scratch)
    expect(await breakOff(commandOf(drill), scratch)).toEqual({
      code: 1,
      errors: 'The drill was ended by SIGTERM\n',
    })
    expect(readdirSync(scratch)).toEqual([])
    expect(await readRowsOf(storage)).toEqual(restored)
  },
)

/** Runs a drill whose temporary files are in a folder, and ends it when customers' data are there and a shop runs on them. */
async function breakOff(command: string, scratch: string) {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: '/',
    env: { PATH: process.env.PATH, TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killAfterTests(child)
  child.stdout.setEncoding('utf8').on('data', (said: string) => {
    if (!said.includes('the shop started')) return
    expect(readdirSync(scratch)).toHaveLength(1)
    child.kill('SIGTERM')
  })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, errors }
}

test('on the copy of a drill nobody signs in by the sandbox of Google', async () => {
  await using app = await createTestApp(COPY_SETTINGS)
  expect((await app.call('GET', '/sandbox/google/auth')).status).toBe(404)
})

/** A backup as the manual names one. */
const EXAMPLE = '2026-11-25T03-15-00.000Z'

test.runIf(isTestable)(
  'the commands of docs/operations.md in a container back up a shop and restore it, with scripts of the image',
  { timeout: 90_000 },
  async () => {
    const container = chapterOf('operations', 'In a container')
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
