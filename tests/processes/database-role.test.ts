import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postgresFolder } from '#kit/backup/postgres-programs.ts'
import { openDatabase } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { hasPostgresClients, NONE_LATER, runTask } from '../support/operator.ts'
import { readProjectFile } from '../support/project.ts'
import { readRowsOf } from '../support/read-database.ts'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const [, script = ''] = /<<'SQL'\n(.*)^SQL$/ms.exec(readProjectFile('compose/database.sh')) ?? []

/** By which a second role replaces the first, with its password. */
const [, rotation = ''] = /```sql\n(.*?)```/s.exec(readProjectFile('docs/secrets.md')) ?? []

/** Runs statements as the superuser of the test server, as the image of PostgreSQL runs the script. */
function runAsSuperuser(statements: string): void {
  const { port } = new URL(server)
  const env = {
    PGHOST: '127.0.0.1',
    PGPORT: port,
    PGUSER: 'shop',
    PGDATABASE: 'postgres',
    POSTGRES_PASSWORD: 'secret',
  }
  const args = ['--no-psqlrc', '--set=ON_ERROR_STOP=1']
  const { status, stderr } = spawnSync(join(postgresFolder(15), 'psql'), args, {
    env,
    input: statements,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
}

test.runIf(server && hasPostgresClients())(
  'the role of compose.yaml is no superuser, and can run, back up and restore a shop; a second one replaces it meanwhile',
  { timeout: 150_000 },
  async () => {
    expect(readProjectFile('compose.yaml')).toContain('./compose/database.sh:/docker-entrypoint-initdb.d/')
    expect(readProjectFile('compose.yaml')).not.toContain('POSTGRES_USER')
    const [name, superuser, replica] = [`shop_${newId()}`, `postgres_${newId()}`, `replica_${newId()}`]
    const next = `next_${newId()}`
    // The superuser of the test server is called `shop`.
    const statements = script
      .replace(/\b(role|database|owner) shop\b/g, `$1 ${name}`)
      .replace('role postgres', `role ${superuser}`)
      .replace('role replica', `role ${replica}`)
    runAsSuperuser(`create role ${superuser} superuser;\n${statements}`)
    const databaseUrl = Object.assign(new URL(server), {
      username: name,
      password: 'secret',
      pathname: `/${name}`,
    }).href
    await using folder = await emptyStorage('')
    const storage = { dataDir: folder.dataDir, databaseUrl, [Symbol.asyncDispose]: async () => undefined }
    try {
      await using shop = await startShop({ storage, seed: 'demo' })
      const customer = await shop.register()
      runAsSuperuser(rotation.replaceAll('shop_next', next).replaceAll('role shop;', `role ${name};`))
      const rotated = Object.assign(new URL(databaseUrl), { username: next, password: 'a new password' }).href
      await using replaced = await startShop({ storage: { ...storage, databaseUrl: rotated } })
      for (const each of [shop, replaced])
        expect((await each.call('GET', '/api/myorders', { as: customer })).status).toBe(200)
      expect(
        (await replaced.order(customer, await replaced.addProduct(await replaced.signIn(ADMIN)))).paid,
      ).toBe(false)
      await Promise.all([shop.stop(), replaced.stop()])
      const database = openDatabase(storage)
      const role =
        await sql`select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user`
          .execute(database.db)
          .finally(() => database.close())
      expect(role.rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
      const before = await readRowsOf(storage)
      const backup = `${folder.dataDir}-backup`
      expect(await runTask('backup', storage, backup)).toEqual({ code: 0, errors: '' })
      expect(await runTask('restore', storage, backup, '--replace', ...NONE_LATER)).toEqual({
        code: 0,
        errors: '',
      })
      const restores = [expect.stringContaining('"taken_over_at":null')]
      expect(await readRowsOf(storage)).toEqual({ ...before, restores })
    } finally {
      runAsSuperuser(
        `drop database ${name} with (force);\ndrop role ${next};\ndrop role ${name};\ndrop role ${superuser};\ndrop role ${replica};`,
      )
    }
  },
)
