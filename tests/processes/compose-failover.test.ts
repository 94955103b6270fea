import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { postgresFolder } from '#kit/backup/postgres-programs.ts'
import { startScript } from '../support/compose-scripts.ts'
import { hasPostgresClients } from '../support/operator.ts'
import { ask, makeFolder, otherAccount, startPostgres, WITHOUT_DISK } from '../support/postgres-server.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { freePort } from '../support/running-shop.ts'

const [, promotion = ''] =
  /^ {4}docker compose exec replica (pg_ctl promote .*)$/m.exec(readProjectFile('docs/operations.md')) ?? []

const START = { timeout: 60_000 }

test.runIf(process.env.TEST_DATABASE_URL && hasPostgresClients())(
  'the replica is promoted by the command of the manual, and the former primary becomes a standby',
  { timeout: 120_000 },
  async () => {
    await using cleanUp = new AsyncDisposableStack()
    const database = await startPostgres(WITHOUT_DISK)
    cleanUp.defer(async () => database.stop())
    await ask(database.url, 'create role replica login replication')
    await ask(database.url, 'create table orders (id integer)')
    const [{ data_directory: former }] = (await ask(database.url, 'show data_directory')) as [
      { data_directory: string },
    ]
    const [PGDATA, port] = [makeFolder(cleanUp, 'shop-replica-'), await freePort()]
    const settings = ['unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=300']
    const { port: PGPORT } = new URL(database.url)
    startScript(cleanUp, 'replica.sh', { PGDATA, PGHOST: '127.0.0.1', PGPORT, PGPASSWORD: 'secret' }, [
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ])
    const replica = Object.assign(new URL(database.url), { port: String(port) }).href
    const orders = (url: string) => ask(url, 'select id from orders order by id').catch(() => 'away')
    await expect.poll(() => orders(replica), START).toEqual([])
    await ask(database.url, 'insert into orders values (1)')
    await expect.poll(() => orders(replica), START).toEqual([{ id: 1 }])

    await database.halt()
    const run = (command: string, env: Record<string, string>) => {
      const PATH = `${postgresFolder(15)}:${process.env.PATH}`
      const done = spawnSync('bash', ['-c', command], {
        ...otherAccount(),
        env: { PATH, ...env },
        encoding: 'utf8',
      })
      expect([done.status, done.stderr]).toEqual([0, expect.any(String)])
    }
    run(promotion.replace('/var/lib/postgresql/data', '$PGDATA'), { PGDATA })
    await ask(replica, 'insert into orders values (2)')

    // It was started for a moment after all.
    await database.resume()
    await ask(database.url, 'insert into orders values (3)')
    await database.halt()
    const place = { PGDATA: former, PGHOST: '127.0.0.1', PGPORT: String(port), POSTGRES_PASSWORD: 'secret' }
    run('bash "$SCRIPT"', { ...place, SCRIPT: join(ROOT, 'compose', 'rejoin.sh') })
    await database.resume()
    const both = [{ id: 1 }, { id: 2 }]
    expect([await orders(replica), await orders(database.url)]).toEqual([both, both])
    await expect(ask(database.url, 'insert into orders values (4)')).rejects.toMatchObject({ code: '25006' })
    await ask(replica, 'insert into orders values (5)')
    await expect.poll(() => orders(database.url), START).toEqual([...both, { id: 5 }])
    expect(await ask(database.url, 'show hot_standby_feedback')).toEqual([{ hot_standby_feedback: 'on' }])
  },
)
