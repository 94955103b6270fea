import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONFIG_NAMES } from '#app/config.ts'
import { startScript } from '../support/compose-scripts.ts'
import { chapterOf } from '../support/manual.ts'
import { hasPostgresClients } from '../support/operator.ts'
import { ask, makeFolder, startPostgres, WITHOUT_DISK } from '../support/postgres-server.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { freePort, isOpen } from '../support/running-shop.ts'

interface Service {
  readonly image?: string
  readonly build?: string | { readonly dockerfile_inline: string }
  readonly profiles?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly volumes: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly [setting: string]: unknown
}

const compose = parse(readProjectFile('compose.yaml'), { merge: true })
const services: Readonly<Record<string, Service>> = compose.services
const entries = Object.entries(services)

const PINNED = /^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/

const fromOf = (dockerfile: string): string[] =>
  [...dockerfile.matchAll(/^FROM (\S+)|--from=(\S+)/gm)]
    .map(([, from, copied]) => from ?? copied ?? '')
    .filter((image) => image !== 'build')

test('every image is pinned by its digest, and each version of PostgreSQL and Node is the same', () => {
  const images = entries.flatMap(([, { image = '', build }]) => {
    if (build === undefined) return [image]
    return fromOf(typeof build === 'string' ? readProjectFile('Dockerfile') : build.dockerfile_inline)
  })
  expect(images.length).toBeGreaterThan(6)
  expect(images.filter((image) => !PINNED.test(image))).toEqual([])
  const names = new Set(images.map((image) => image.split(':')[0]))
  expect(new Set(images).size).toBe(names.size)
})

test('every container is limited, and its log too', () => {
  for (const [name, service] of entries)
    expect(service, name).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: 512,
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    })
})

test('a container of the shop is given longer for a stop than the shop takes', () => {
  for (const name of ['shop', 'shop-1', 'shop-2']) {
    const { environment, stop_grace_period } = services[name] as Service & { stop_grace_period: string }
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(Number(environment.STOP_SECONDS))
  }
})

test('the profile has what it needs: its services depend on each other and on the database only', () => {
  const scaled = entries.filter(([, { profiles }]) => profiles?.includes('scaled')).map(([name]) => name)
  expect(scaled).toEqual(['shop-1', 'shop-2', 'pgbouncer', 'replica', 'varnish'])
  for (const [name, { depends_on = {} }] of entries) {
    const allowed = scaled.includes(name) ? [...scaled, 'database'] : ['database']
    expect(allowed, name).toEqual(expect.arrayContaining(Object.keys(depends_on)))
  }
})

const VCL = join(ROOT, 'docs', 'varnish.vcl')

test('the shops have known settings, and every file that is mounted exists', () => {
  for (const name of ['shop', 'shop-1', 'shop-2'])
    expect(CONFIG_NAMES).toEqual(expect.arrayContaining(Object.keys(services[name]?.environment ?? {})))
  const mounted = entries.flatMap(([, { volumes }]) =>
    volumes.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':')[0] ?? ''),
  )
  expect(mounted.length).toBeGreaterThan(3)
  expect(mounted.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('nginx with its lines for Varnish finds Varnish and the processes at the ports of this machine', () => {
  const [upstream = ''] = readProjectFile('docs/nginx.conf').split('}')
  const named = [...upstream.matchAll(/#varnish server (127\.0\.0\.1:\d+)/g)].map(([, address]) => address)
  const published = ['varnish', 'shop-1', 'shop-2'].flatMap((name) => services[name]?.ports as string[])
  expect(named).toHaveLength(3)
  for (const address of named) expect(published).toContain(`${address}:${address?.split(':')[1]}`)
})

const inContainer = chapterOf('operations', 'In a container')

/** The options of `docker compose` that the manual uses; those with a value are followed by it. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  build: [],
  up: ['--detach', '--build', '--no-deps', '--wait'],
  stop: [],
  start: [],
  exec: [],
  run: ['--rm', '--no-TTY', '--no-deps', '--volume=', '--env=', '--entrypoint='],
  logs: [],
}

test('the commands of the manual name services, options and files that there are', () => {
  const lines = [...inContainer.matchAll(/docker compose (\w+)((?: [^\s`]+)*)/g)]
  expect(lines.length).toBeGreaterThan(15)
  for (const [line, command = '', rest = ''] of lines) {
    const words = rest.trim().split(' ')
    const allowed = OPTIONS[command] ?? []
    while (words[0]?.startsWith('--')) {
      const option = words.shift() ?? ''
      if (allowed.includes(`${option}=`)) words.shift()
      else expect([line, allowed]).toEqual([line, expect.arrayContaining([option])])
    }
    const named = ['run', 'exec'].includes(command) ? words.slice(0, 1) : words
    expect([line, Object.keys(services)]).toEqual([line, expect.arrayContaining(named.filter(Boolean))])
    for (const file of rest.match(/(?<= )\/compose\/\S+/g) ?? [])
      expect(services[words[0] ?? '']?.volumes).toContain(`.${file}:${file}:ro`)
  }
})

test('after a failover the shop, PgBouncer and the readers of the replica follow what .env says', () => {
  const places = [services.shop, services['shop-1'], services['shop-2'], services.pgbouncer].map(
    (service) => service?.environment ?? {},
  )
  expect(places.map(({ DATABASE_URL, PGHOST }) => PGHOST ?? DATABASE_URL?.split('@')[1])).toEqual([
    `\${DATABASE_HOST:-database}:5432/shop`,
    'pgbouncer:6432/shop',
    'pgbouncer:6432/shop',
    `\${DATABASE_HOST:-database}`,
  ])
  const readers = [services['shop-1'], services['shop-2']].map((shop) => shop?.environment.DATABASE_READ_URL)
  for (const url of readers) expect(url).toContain(`@\${REPLICA_HOST:-replica}:5432/shop`)
  expect(inContainer).toContain("printf 'DATABASE_HOST=replica\\nREPLICA_HOST=database\\n' >> .env")
})

test('the addresses of the processes are those that Varnish is given, at the ports of its configuration', () => {
  const at = (name: string) => {
    const { networks, environment } = services[name] as Service & {
      networks: { scaled: { ipv4_address: string } }
    }
    return [networks.scaled.ipv4_address, environment.PORT]
  }
  const { SHOP_1, SHOP_2 } = services.varnish?.environment ?? {}
  expect([at('shop-1'), at('shop-2')]).toEqual([
    [SHOP_1, '3001'],
    [SHOP_2, '3002'],
  ])
})

test('Varnish gets the configuration with these addresses in place of its own', () => {
  using cleanUp = new DisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'shop-varnish-'))
  cleanUp.defer(() => rmSync(folder, { recursive: true }))
  const given = join(folder, 'given.vcl')
  // In the place of the program: it says with which configuration it is started.
  const program = '#!/bin/sh\nwhile [ "$1" != -f ]; do shift; done; cp "$2" "$GIVEN"\n'
  writeFileSync(join(folder, 'varnishd'), program, { mode: 0o755 })
  const { PATH = '' } = process.env
  const env = {
    ...services.varnish?.environment,
    PATH: `${folder}${delimiter}${PATH}`,
    GIVEN: given,
    VCL,
    TMPDIR: folder,
  }
  const { status, stderr } = spawnSync('sh', [join(ROOT, 'compose', 'varnish.sh')], { env, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const vcl = readFileSync(given, 'utf8').replace(/^#.*\n/gm, '')
  expect(vcl).not.toContain('127.0.0.1')
  expect(vcl.match(/(?<=\.host = ").+(?=")/g)).toEqual(['172.28.7.11', '172.28.7.12'])
  expect(vcl).toContain('"172.28.7.11"; "172.28.7.12";')
})

const hasServers = Boolean(process.env.TEST_DATABASE_URL) && hasPostgresClients()

test.runIf(hasServers)(
  'the replica copies the database, follows it and is read only; PgBouncer asks for the password',
  { timeout: 90_000 },
  async () => {
    await using cleanUp = new AsyncDisposableStack()
    const primary = await startPostgres(WITHOUT_DISK)
    cleanUp.defer(async () => primary.stop())
    const { port: PGPORT } = new URL(primary.url)
    await ask(primary.url, 'create role replica login replication')
    await ask(primary.url, 'create database shop')
    const shopUrl = Object.assign(new URL(primary.url), { pathname: '/shop' })
    await ask(shopUrl.href, 'create table copied (id integer)')

    const PGDATA = makeFolder(cleanUp, 'shop-replica-')
    // As a copy that was interrupted leaves it.
    mkdirSync(join(PGDATA, 'replica.part'))
    const port = await freePort()
    // A standby needs as many connections as its primary.
    const settings = ['unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=300']
    const own = ['-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
    const PGHOST = '127.0.0.1'
    const scriptEnv = { PGDATA, PGHOST, PGPORT, PGPASSWORD: 'secret' }
    const stopReplica = startScript(cleanUp, 'replica.sh', scriptEnv, own)
    const replica = Object.assign(new URL(shopUrl), { port: String(port) }).href
    const count = () => ask(replica, 'select count(*)::integer as count from copied').catch(() => [])
    await expect.poll(count, { timeout: 60_000 }).toEqual([{ count: 0 }])
    await ask(shopUrl.href, 'insert into copied values (1)')
    await expect.poll(count, { timeout: 60_000 }).toEqual([{ count: 1 }])
    await expect(ask(replica, 'insert into copied values (2)')).rejects.toMatchObject({ code: '25006' })
    const slots = () => ask(primary.url, 'select slot_name, active, wal_status from pg_replication_slots')
    expect(await slots()).toEqual([{ slot_name: 'replica', active: true, wal_status: 'reserved' }])

    await stopReplica()
    await ask(primary.url, "alter system set max_slot_wal_keep_size = '1MB'")
    await ask(primary.url, 'select pg_reload_conf()')
    const writeLog = async () => {
      await ask(primary.url, "select pg_logical_emit_message(true, 'test', 'written')")
      await ask(primary.url, 'select pg_switch_wal()')
      await ask(primary.url, 'checkpoint')
      return slots()
    }
    await expect
      .poll(writeLog, { timeout: 60_000 })
      .toEqual([{ slot_name: 'replica', active: false, wal_status: 'lost' }])
    // Nothing can be copied to there, so the slot stays as the script has made it.
    startScript(cleanUp, 'replica.sh', { ...scriptEnv, PGDATA: '/dev/null' }, own)
    await expect
      .poll(slots, { timeout: 60_000 })
      .toEqual([{ slot_name: 'replica', active: false, wal_status: null }])

    const pooled = await freePort()
    const TMPDIR = makeFolder(cleanUp, 'shop-pgbouncer-')
    const env = { PGHOST, PGPORT, LISTEN_PORT: String(pooled), DATABASE_PASSWORD: 'secret', TMPDIR }
    startScript(cleanUp, 'pgbouncer.sh', env)
    await expect.poll(() => isOpen(pooled), { timeout: 60_000 }).toBe(true)
    const through = (password: string) =>
      Object.assign(new URL(shopUrl), { port: String(pooled), username: 'shop', password }).href
    expect(await ask(through('secret'), 'select count(*)::integer as count from copied')).toEqual([
      { count: 1 },
    ])
    await expect(ask(through('wrong'), 'select 1')).rejects.toThrow(/authentication failed/)
  },
)
