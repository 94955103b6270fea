import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from '#kit/db/db.ts'
import { isDatabaseUnavailable } from '#kit/db/errors.ts'
import { programFile } from '../../scripts/programs/programs.ts'
import { endOf } from '../../scripts/run-tool.ts'
import { chapterOf, commandsOf } from '../support/manual.ts'
import { canStartReplica, handOver, makeFolder, otherAccount } from '../support/postgres-server.ts'
import { freePort } from '../support/running-shop.ts'

const [begin, standby, quorum, shown, fence, position, promote, follow, rewind, anew, ...others] = commandsOf(
  chapterOf('operations', 'Two standbys, and a failover'),
).map((lines) => lines.join('\n'))

/** What systemd does for a server, with `DATA` and `PORT` of its machine. */
const SYSTEMCTL = `#!/bin/sh
set -e
options="-p $PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
case $1 in
  start | restart) pg_ctl -D "$DATA" -w -l "$DATA.log" -o "$options" "$1" ;;
  stop) pg_ctl -D "$DATA" status || exit 0; pg_ctl -D "$DATA" -w -m fast stop ;;
  enable | disable) ;;
  *) exit 1 ;;
esac
`

const isPossible = process.env.TEST_DATABASE_URL && canStartReplica()

interface Machine {
  readonly db: Db
  /** Runs a block of commands of the manual there. */
  run(block: string | undefined): Promise<string>
}

/** Machines whose data and programs are in a folder of the account that runs PostgreSQL. */
async function startMachines(cleanUp: AsyncDisposableStack, names: readonly string[]) {
  const account = otherAccount()
  const folder = makeFolder(cleanUp, 'shop-machines-')
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'systemctl'), SYSTEMCTL, { mode: 0o755 })
  writeFileSync(join(programs, 'sudo'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })
  handOver(programs)
  const ports = new Map<string, number>()
  for (const name of names) ports.set(name, await freePort())
  const { PATH = '' } = process.env
  const path = [programs, dirname(programFile('postgres')), PATH].join(delimiter)

  const machineAt = (name: string): Machine => {
    const [DATA, PORT] = [join(folder, name), String(ports.get(name))]
    const env = {
      PATH: path,
      DATA,
      PORT,
      PGHOST: '127.0.0.1',
      PGPORT: PORT,
      PGUSER: 'shop',
      PGDATABASE: 'postgres',
    }
    const run = async (block = '') => {
      const commands = block
        .replaceAll('/etc/postgresql/17/main', DATA)
        .replaceAll('/var/lib/postgresql/17/main', DATA)
        .replace(/host=(db-\d)/g, (_, host) => `host=127.0.0.1 port=${ports.get(host)}`)
      const shell = spawn('sh', ['-ec', commands], {
        ...account,
        env,
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const { code, output, errors } = await endOf(shell)
      if (code !== 0) throw new Error(`${commands} failed: ${output}\n${errors}`)
      return output
    }
    const databaseUrl = `postgres://shop@127.0.0.1:${PORT}/postgres`
    const database = openDatabase({ databaseUrl, dataDir: '', databasePool: 1 })
    cleanUp.defer(async () => {
      await database.close()
      await run('systemctl stop postgresql@17-main')
    })
    return { db: database.db, run }
  }
  return names.map(machineAt)
}

const START = { timeout: 30_000, interval: 100 }

const write = ({ db }: Machine, id: number) => sql`insert into orders values (${id})`.execute(db)
/** How far its log goes, as a number that can be compared. */
const received = async (machine: Machine): Promise<number> => {
  const [, file = '', place = ''] = /^([0-9A-F]+)\/([0-9A-F]+)\n$/.exec(await machine.run(position)) ?? []
  expect(file).not.toBe('')
  return Number.parseInt(file, 16) * 2 ** 32 + Number.parseInt(place, 16)
}
const ordersAt = async ({ db }: Machine) =>
  (await sql<{ id: number }>`select id from orders order by id`.execute(db)).rows.map(({ id }) => id)

test.runIf(isPossible)(
  'the commands of docs/operations.md make two standbys, fail over, and make the former primary a standby',
  { timeout: 180_000 },
  async () => {
    expect(others).toEqual([])
    await using cleanUp = new AsyncDisposableStack()
    const [one, two, three] = (await startMachines(cleanUp, ['db-1', 'db-2', 'db-3'])) as [
      Machine,
      Machine,
      Machine,
    ]
    await one.run('initdb -D "$DATA" -U shop --auth=trust --no-sync; systemctl start postgresql@17-main')
    await one.run(begin)
    await one.run('psql -c "create table orders (id integer primary key)"')
    await two.run(standby)
    await three.run(standby?.replace('name=db_2', 'name=db_3'))
    for (const each of [one, two, three]) await each.run(quorum)
    const standbys = async (primary: Machine) =>
      [...(await primary.run(shown)).matchAll(/(db_\d) +\| streaming +\| quorum/g)]
        .map(([, name]) => name)
        .toSorted()
    await expect.poll(() => standbys(one), START).toEqual(['db_2', 'db_3'])

    // One standby may be away, and has less than the other then; of both away nothing is acknowledged.
    await write(one, 1)
    await three.run('systemctl stop postgresql@17-main')
    await write(one, 2)
    await two.run('systemctl stop postgresql@17-main')
    const refused = write(one, 3).catch((error: unknown) => error)
    const cancel = "select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'"
    await expect.poll(() => one.run(`psql -Atc "${cancel}"`)).toBe('1\n')
    expect(isDatabaseUnavailable(await refused)).toBe(true)
    expect(await ordersAt(one)).toEqual([1, 2, 3])

    await one.run(fence)
    for (const each of [two, three]) await each.run('systemctl start postgresql@17-main')
    // Both have just begun: they read what they have, and receive nothing.
    await expect.poll(async () => (await received(two)) > (await received(three)), START).toBe(true)
    await two.run(promote)
    await three.run(follow)
    await expect.poll(() => standbys(two), START).toEqual(['db_3'])
    await write(two, 4)
    expect([await ordersAt(two), await ordersAt(three)]).toEqual([
      [1, 2, 4],
      [1, 2, 4],
    ])

    for (const [at, rebuild] of [rewind, anew].entries()) {
      await one.run(rebuild)
      await expect.poll(() => standbys(two), START).toEqual(['db_1', 'db_3'])
      await write(two, 5 + at)
      await expect.poll(() => ordersAt(one).catch(() => []), START).toEqual([1, 2, 4, 5, 6].slice(0, 4 + at))
      const { rows } = await sql`select slot_name, active from pg_replication_slots order by 1`.execute(
        two.db,
      )
      expect(rows).toEqual([
        { slot_name: 'db_1', active: true },
        { slot_name: 'db_3', active: true },
      ])
    }
  },
)
