import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { programFile } from '../../scripts/programs/programs.ts'
import { orderFor } from '../support/customer.ts'
import { deploy, startedBy } from '../support/deployed.ts'
import { chapterOf, commandsOf } from '../support/manual.ts'
import { hasPostgresClients } from '../support/operator.ts'
import { ask, handOver, makeFolder, otherAccount } from '../support/postgres-server.ts'
import { readProjectFile } from '../support/project.ts'
import { ADMIN, freePort, type RunningShop, startShop } from '../support/running-shop.ts'

const chapter = chapterOf('backups', 'PostgreSQL: a base backup and the log')
const [SETUP = []] = commandsOf(chapter)
const [RESTORE = []] = commandsOf(chapter.slice(chapter.indexOf('**To restore**')))
const [, DRILL = ''] = commandsOf(chapterOf('backups', 'The drill')).flat()

/** A server as Debian has it, for the commands of the manual, and what they call by the paths of this machine. */
async function createServer(cleanUp: AsyncDisposableStack) {
  const folder = makeFolder(cleanUp, 'shop-recovery-')
  for (const name of ['repo1', 'repo2', 'log', 'lock']) {
    mkdirSync(join(folder, name))
    handOver(join(folder, name))
  }
  chmodSync(folder, 0o755)
  const [data, port] = [join(folder, 'data'), await freePort()]
  const bin = dirname(programFile('postgres'))
  const url = `postgres://shop@127.0.0.1:${port}/shop`
  const place = cleanUp.use(deploy('NODE_ENV=development\n', `DATABASE_URL=${url}\n`))
  const env = {
    PATH: [bin, dirname(programFile('pgbackrest')), process.env.PATH].join(':'),
    TMPDIR: folder,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'shop',
    PGDATABASE: 'postgres',
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_PG1_USER: 'shop',
    PGBACKREST_LOG_PATH: join(folder, 'log'),
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_LOG_LEVEL_CONSOLE: 'warn',
  }
  const server = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  const control = (action: string) =>
    `runuser -u postgres -- pg_ctl -D ${data} -w -m fast -l ${join(folder, 'log', 'server')} -o '${server}' ${action} > ${join(folder, 'log', 'control')}`
  writeFileSync(
    env.PGBACKREST_CONFIG,
    readProjectFile('deploy/pgbackrest.conf')
      .replace('/var/lib/pgbackrest', join(folder, 'repo1'))
      .replace('/mnt/elsewhere/pgbackrest', join(folder, 'repo2'))
      .replace('/var/lib/postgresql/17/main', data),
  )
  /** Runs a line as the manual has it; what is not of the shop as its own user. */
  const run = (line: string): Promise<string> => {
    const isOfServer = line.includes('runuser -u postgres -- ') || line.startsWith('/usr/bin/pgbackrest')
    const as = isOfServer ? otherAccount() : {}
    return place.run(line.replace('runuser -u postgres -- ', ''), { ...as, cwd: folder, env })
  }
  await run(
    `runuser -u postgres -- initdb -D ${data} -U shop --auth=trust --locale=C --encoding=UTF8 --no-sync > ${folder}/log/initdb`,
  )
  await run(control('start'))
  cleanUp.defer(async () => {
    if (existsSync(join(data, 'postmaster.pid'))) await run(control('stop'))
  })
  await run('runuser -u postgres -- createdb shop')
  return { url, data, run, control }
}

test('no unit of the shop can start, also when the machine does, between the restore and its mark', () => {
  const steps = [
    / stop 'parts-shop@/,
    / mask parts-shop@/,
    / restore$/,
    / --mark /,
    / unmask /,
    / start parts-shop@/,
  ]
  const at = steps.map((step) => RESTORE.findIndex((line) => step.test(line)))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at).not.toContain(-1)
  const [started, masked, unmasked] = ['start', 'mask', 'unmask'].map((word) =>
    RESTORE.find((line) => line.startsWith(`systemctl ${word} parts-shop@`))
      ?.split(' ')
      .slice(2),
  )
  expect([masked, unmasked]).toEqual([started, started])
})

test.runIf(hasPostgresClients() && !process.env.TEST_DATABASE_URL)(
  'the commands of docs/backups.md restore a shop on PostgreSQL to its last moment, give no number twice, and rehearse it',
  { timeout: 240_000 },
  async () => {
    await using cleanUp = new AsyncDisposableStack()
    const { url, data, run, control } = await createServer(cleanUp)
    const storage = {
      dataDir: join(tmpdir(), 'unused'),
      databaseUrl: url,
      [Symbol.asyncDispose]: async () => {},
    }
    await using shop = await startShop({ storage })
    const runServer = async (line: string): Promise<void> => {
      const [, action] = /^systemctl (start|stop|restart) postgresql$/.exec(line) ?? []
      await run(action ? control(action) : line)
    }
    const isOfMachine = (line: string) => /^(apt-get|install|systemctl enable) /.test(line)
    expect(SETUP.filter(isOfMachine)).toHaveLength(3)
    for (const line of SETUP.filter((one) => !isOfMachine(one))) await runServer(line)
    const customer = await shop.register()
    const product: Product = await shop.addProduct(await shop.signIn(ADMIN), { quantity: 100_000 })
    const pay = async (on: RunningShop) => on.pay(customer, await on.order(customer, product))
    const first = await pay(shop)
    const units = ['parts-shop-base-backup', 'parts-shop-base-backup-elsewhere']
    for (const line of units.flatMap((unit) => startedBy(`${unit}.service`))) await run(line)
    expect(await ask(url, 'select place from last_backups order by place')).toEqual([
      { place: 'elsewhere' },
      { place: 'here' },
    ])
    const second = await pay(shop)
    const [moment] = (await ask(url, 'select clock_timestamp()::text as now')) as [{ now: string }]
    const third = await pay(shop)
    const [{ piece }] = (await ask(url, 'select pg_walfile_name(pg_switch_wal()) as piece')) as [
      { piece: string },
    ]
    const archived = () =>
      ask(url, `select last_archived_wal >= '${piece}' as is_archived from pg_stat_archiver`)
    await expect.poll(archived, { timeout: 30_000 }).toEqual([{ is_archived: true }])

    // The disk is lost; the package of PostgreSQL has made its folder again.
    await shop.kill()
    for (const line of RESTORE) {
      if (line === 'systemctl stop postgresql') {
        await run(control('stop'))
        for (const lost of ['base', 'global', 'pg_wal']) rmSync(join(data, lost), { recursive: true })
      } else if (line.startsWith('systemctl start parts-shop@')) {
        await shop.restart()
        // Connections to the process before are found closed.
        const order = () =>
          shop.call('POST', '/api/order', { body: orderFor(product), as: customer }).catch(() => undefined)
        await expect.poll(order).toMatchObject({ status: 503, body: { code: 'restored' } })
      } else if (!/^systemctl (stop|mask|unmask) /.test(line)) await runServer(line)
    }
    for (const order of [first, second, third])
      expect(await shop.readOrder(customer, order)).toMatchObject({ paid: true })
    await expect.poll(() => pay(shop).catch(() => undefined), { timeout: 10_000 }).toBeTruthy()
    expect(await ask(url, 'select number from invoices order by number')).toEqual(
      [1, 2, 3, 15].map((number) => ({ number })),
    )
    const said = await run(`${DRILL} --until '${moment.now}'`)
    expect(said).toContain(' 2 orders')
    expect(said).toContain('from the backup to the first order')
  },
)
