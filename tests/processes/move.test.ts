import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import type { Person } from '../support/customer.ts'
import { type Deployed, deploy } from '../support/deployed.ts'
import { type Data, hasPostgresClients, settingsOf } from '../support/operator.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import {
  ADMIN,
  emptyStorage,
  type RunningShop,
  type Storage,
  startAndFail,
  startShop,
} from '../support/running-shop.ts'

/** What the manual says for the move, and for the way back, without what systemd does. */
const [[backUp = '', addUrl = '', toPostgres = ''] = [], [addFolder = '', toSqlite = '', dropUrl = ''] = []] =
  (readProjectFile('docs/moving.md').match(/(?:^ {4}.+\n)+/gm) ?? []).map((block) =>
    (block.match(/(?<=^ {4}).+/gm) ?? []).filter((line) => !line.startsWith('systemctl ')),
  )

const { PATH = '', HOME = '' } = process.env

/** Ends a command with SIGKILL when it has written some rows of the products, and not the others. */
const KILLED = {
  postgresql: `
    import pg from 'pg'
    const query = pg.Client.prototype.query
    let chunks = 0
    pg.Client.prototype.query = function (asked, ...rest) {
      if (/^insert into "products"/.test(asked.text ?? '') && ++chunks === 2) process.kill(process.pid, 'SIGKILL')
      return query.call(this, asked, ...rest)
    }
    await import('./scripts/move.ts')`,
  sqlite: `
    import SQLite from 'better-sqlite3'
    const prepare = SQLite.prototype.prepare
    let chunks = 0
    SQLite.prototype.prepare = function (text) {
      if (/^insert into "products"/.test(text) && ++chunks === 2) process.kill(process.pid, 'SIGKILL')
      return prepare.call(this, text)
    }
    await import('./scripts/move.ts')`,
}

describe.runIf(process.env.TEST_DATABASE_URL && hasPostgresClients())(
  'a shop that is moved',
  { timeout: 120_000 },
  () => {
    const cleanUp = new AsyncDisposableStack()
    let sqlite: Storage
    let postgres: Storage
    let customer: Person
    let both: Data
    let place: Deployed

    const startOn = (storage: Data & AsyncDisposable) =>
      startShop({ storage, seed: 'demo', environment: { RATE_LIMITS: 'sign-in' } })

    const move = (to: keyof typeof KILLED, data: Data, isKilled = false) =>
      spawnSync(
        process.execPath,
        isKilled
          ? ['--input-type=module', '-e', KILLED[to], '--', '--to', to]
          : ['scripts/move.ts', '--to', to],
        { cwd: ROOT, env: { PATH, HOME, ...settingsOf(data) }, encoding: 'utf8' },
      )

    /** Runs a line of the page with the places of this machine. */
    function runLine(line: string): string {
      const command = place
        .here(line)
        .replace(/^parts-shop /, `${join(place.folder, 'parts-shop')} `)
        .replace('postgres://shop:password@127.0.0.1/shop', postgres.databaseUrl ?? '')
      const done = spawnSync('sh', ['-c', command], { env: { PATH, HOME }, encoding: 'utf8' })
      expect([done.stderr, done.status]).toEqual(['', 0])
      return done.stdout
    }

    const settingsFile = (name: string) => readFileSync(join(place.folder, 'etc', name), 'utf8')

    /** Orders and pays with the session from before. */
    async function sell(shop: RunningShop): Promise<void> {
      const [product] = (await shop.call('GET', '/api/product')).body
      await shop.pay(customer, await shop.order(customer, product))
    }

    async function expectSearched(shop: RunningShop): Promise<void> {
      const admin = await shop.signIn(ADMIN)
      const added = await shop.addProduct(admin, { name: `Wobbling widget of ${shop.port}` })
      const found = async (word: string) =>
        (await shop.call('GET', `/api/product?search=${word}`)).body.map(({ _id }: { _id: string }) => _id)
      expect(await found('wobbling')).toContain(added._id)
      expect((await found('hexagon')).length).toBeGreaterThan(0)
    }

    beforeAll(async () => {
      place = cleanUp.use(deploy('NODE_ENV=development\n'))
      sqlite = {
        dataDir: join(place.folder, 'data'),
        databaseUrl: undefined,
        [Symbol.asyncDispose]: async () => {},
      }
      postgres = cleanUp.use(await emptyStorage())
      both = { dataDir: sqlite.dataDir, databaseUrl: postgres.databaseUrl }
    })
    afterAll(() => cleanUp.disposeAsync())

    test('is copied to PostgreSQL by the commands of docs/moving.md, killed in the middle too, and goes on there', async () => {
      await using shop = await startOn(sqlite)
      customer = await shop.register()
      await sell(shop)
      const running = move('postgresql', both)
      expect([running.status, running.stderr]).toEqual([1, expect.stringContaining('A shop is running on ')])
      await shop.stop()
      runLine(backUp)
      expect(move('postgresql', both, true).signal).toBe('SIGKILL')
      expect(await countProducts(postgres)).toBe(16)
      const early = await startAndFail({ ...settingsOf(both), SEED: 'none', PORT: '3999' })
      expect(early.log).toContain('A move to this database was begun and not finished')
      runLine(addUrl)
      expect(settingsFile('secrets.env')).toBe(`DATABASE_URL="${postgres.databaseUrl}"\n`)
      expect(runLine(toPostgres)).toMatch(/goes on where it ended.*are the same in both/s)
      const old = await startAndFail({ ...settingsOf(sqlite), SEED: 'none', PORT: '3999' })
      expect(old.log).toContain('The shop was moved from this database to ')
      await using moved = await startOn(postgres)
      await sell(moved)
      await expectSearched(moved)
      await moved.stop()
      expect(await readInvoices(postgres)).toEqual([1, 2])
    })

    test('is copied back to SQLite by them, killed in the middle too, and goes on there', async () => {
      const dataDir = join(sqlite.dataDir, 'back')
      expect(move('sqlite', { ...both, dataDir }, true).signal).toBe('SIGKILL')
      expect(await countProducts({ dataDir, databaseUrl: undefined })).toBe(16)
      runLine(addFolder)
      expect(runLine(toSqlite)).toMatch(/goes on where it ended.*are the same in both/s)
      runLine(dropUrl)
      expect([settingsFile('settings.env'), settingsFile('secrets.env')]).toEqual([
        `NODE_ENV=development\nDATA_DIR=${dataDir}\n`,
        '',
      ])
      const old = await startAndFail({ ...settingsOf(both), SEED: 'none', PORT: '3999' })
      expect(old.log).toContain('The shop was moved from this database to ')
      await using back = await startOn({ ...sqlite, dataDir })
      await sell(back)
      await expectSearched(back)
      await back.stop()
      expect(await readInvoices({ dataDir, databaseUrl: undefined })).toEqual([1, 2, 3])
    })
  },
)

async function countProducts(data: Data): Promise<number> {
  const { db, close } = openDatabase(data)
  const rows = await db.selectFrom('products').select('id').execute()
  return close().then(() => rows.length)
}

async function readInvoices(data: Data): Promise<number[]> {
  const { db, close } = openDatabase(data)
  const rows = await db.selectFrom('invoices').select('number').orderBy('number').execute()
  return close().then(() => rows.map(({ number }) => number))
}
