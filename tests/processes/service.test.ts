import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { timeOfBackup } from '#kit/backup/kept-backups.ts'
import { deploy, startedBy } from '../support/deployed.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { readRowsOf } from '../support/read-database.ts'
import { freePort, isReady, killAfterTests } from '../support/running-shop.ts'

/** Prints the settings that it reads in a folder as systemd reads those of a service. */
const READER = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

const HARD = String.raw`NAME="a \"b\" 'c' \$ \$# \`e\` #f %g %%h \\i \\n ; & * ~ ß"`
const READ = String.raw`a "b" 'c' $ $# ${'`'}e${'`'} #f %g %%h \i \n ; & * ~ ß`

test('systemd accepts the units; the shop runs with its own Node, as `npm start` does, and can write its data only', ({
  skip,
}) => {
  const unit = readProjectFile('deploy/systemd/parts-shop@.service')
  const { config } = JSON.parse(readProjectFile('package.json'))
  expect(startedBy('parts-shop@.service')).toEqual([
    `/usr/bin/env PORT=%i /srv/shop/node_modules/node/bin/node ${config.serverOptions} build/server/index.js`,
  ])
  for (const setting of [
    'User=parts-shop',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ReadWritePaths=/var/lib/parts-shop',
    'PrivateTmp=yes',
    'Restart=on-failure',
    'TimeoutStopSec=75',
    'WatchdogSec=90',
    'MemoryMax=3G',
  ])
    expect(unit.split('\n')).toContain(setting)
  // V8 writes code and then runs it.
  expect(unit).not.toContain('MemoryDenyWriteExecute')
  const files = globSync('deploy/systemd/*', { cwd: ROOT })
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  skip(verified.error !== undefined, 'this machine has no systemd')
  // Of programs and accounts that this machine has not.
  const problems = verified.stderr
    .split('\n')
    .filter((line) => line.includes('parts-shop') && !/is not executable|Unknown user/.test(line))
  expect(problems).toEqual([])
})

test('a base backup here that fails does not end that elsewhere, which follows it', () => {
  const [here, elsewhere] = ['parts-shop-base-backup', 'parts-shop-base-backup-elsewhere'].map((name) => ({
    lines: readProjectFile(`deploy/systemd/${name}.service`).split('\n'),
    backups: startedBy(`${name}.service`).filter((line) => line.includes('pgbackrest')),
  }))
  expect(here?.backups).toEqual([expect.stringContaining('--repo=1')])
  expect(elsewhere?.backups).toEqual([expect.stringContaining('--repo=2')])
  // It starts with the other one, and waits until that has ended, however it did.
  expect(here?.lines).toContain('Wants=parts-shop-base-backup-elsewhere.service')
  expect(elsewhere?.lines).toContainEqual(expect.stringMatching(/^After=parts-shop-base-backup\.service /))
  expect(elsewhere?.lines.filter((line) => /^(Requires|Requisite|BindsTo)=/.test(line))).toEqual([])
})

test('the lines that install the service name each file that there is', () => {
  const page = readProjectFile('docs/operations.md')
  const lines = [...page.matchAll(/^ {4}(install .+)$/gm)].map(([, line]) => line ?? '')
  using place = deploy('')
  mkdirSync(join(place.folder, 'sbin'))
  mkdirSync(join(place.folder, 'system'))
  for (const line of lines) {
    const command = place
      .here(line)
      .replace('/usr/local/sbin/', join(place.folder, 'sbin/'))
      .replace('/etc/systemd/system/', join(place.folder, 'system/'))
    expect(spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  }
  expect(readdirSync(join(place.folder, 'system')).sort()).toEqual(
    globSync('deploy/systemd/*', { cwd: ROOT })
      .map((file) => basename(file))
      .sort(),
  )
  const checked = spawnSync(join(place.folder, 'parts-shop'), ['no-such-command'], { encoding: 'utf8' })
  expect(checked.stderr).not.toContain('read in two ways')
  expect(readFileSync(join(place.folder, 'etc', 'settings.env'), 'utf8')).toContain('PUBLIC_URL=')
})

test('the command by which the manual moves files runs with the settings of the service', () => {
  using place = deploy('NODE_ENV=development\n')
  const [, line = ''] = /^ {4}(parts-shop move-files)$/m.exec(readProjectFile('docs/operations.md')) ?? []
  expect(spawnSync('sh', ['-c', join(place.folder, line)], { encoding: 'utf8' }).stderr).toBe(
    'FILES_URL is not set: it is the address of the store of files.\n',
  )
})

test('systemd and the command read a settings file in one way, whatever a value has', ({ skip }) => {
  using place = deploy(`${HARD}\nPLAIN=https://shop.example:1/a-b_c%d+e,f=g@h\n`)
  const command = join(place.folder, 'parts-shop')
  const shows = readFileSync(command, 'utf8').replace(/^exec .*/m, 'printf %s "$NAME"')
  expect(shows).toContain('printf')
  writeFileSync(command, shows)
  expect(spawnSync(command, ['shown'], { encoding: 'utf8' }).stdout).toBe(READ)
  skip(!existsSync(READER), 'this machine has no systemd')
  const folder = join(place.folder, 'environment.d')
  mkdirSync(folder)
  cpSync(join(place.folder, 'etc', 'settings.env'), join(folder, 'settings.conf'))
  const { stdout } = spawnSync(READER, { encoding: 'utf8', env: { XDG_CONFIG_HOME: place.folder } })
  // It prints lines as it reads them, so one that it reads otherwise is not the same.
  expect(stdout.split('\n')).toContain(HARD)
})

test.each([
  ['a dollar sign outside of quotes', 'STRIPE_SECRET_KEY=sk_live_a$b'],
  ['a dollar sign that a shell replaces', 'STRIPE_SECRET_KEY="sk_live_a$b"'],
  ['a space outside of quotes', 'MAIL_FROM=Sample <sk_live_a@example.com>'],
  ['single quotes', "SMTP_URL='smtps://sk_live_a'"],
  ['a backslash of its own', String.raw`SMTP_URL="smtps://sk_live_a\n"`],
  ['a word of a shell', 'export SMTP_URL=sk_live_a'],
  ['a line break of Windows', 'SMTP_URL=sk_live_a\r'],
])('the command refuses %s, says where, and shows no secret', (_, line) => {
  using place = deploy('PORT=1\n', `# The keys\n${line}\n`)
  const { status, stderr } = spawnSync(join(place.folder, 'parts-shop'), ['backup'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('etc/secrets.env:2')
  expect(stderr).not.toContain('sk_live')
})

test.each([
  ['succeeded', 0, 0],
  ['found that old ones were removed meanwhile', 24, 0],
  ['failed', 23, 1],
])('after a copy elsewhere that %s the shop is told so, of the newest one', (_, ended, status) => {
  using place = deploy('')
  for (const name of [
    '2026-11-25T03-15-00.000Z',
    '2026-11-25T03-10-00.000Z',
    '2026-11-25T03-20-00.000Z.partial',
  ])
    mkdirSync(join(place.folder, 'backups', name))
  writeFileSync(join(place.folder, 'rsync'), `#!/bin/sh\nexit ${ended}\n`, { mode: 0o755 })
  writeFileSync(join(place.folder, 'parts-shop'), '#!/bin/sh\necho "$@"\n')
  const [line = ''] = startedBy('parts-shop-elsewhere.service')
  const command = place.here(line).replace('/usr/bin/rsync', join(place.folder, 'rsync'))
  const told = `backup --record elsewhere ${place.folder}/backups/2026-11-25T03-15-00.000Z\n`
  expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({
    status,
    stdout: status === 0 ? told : '',
    stderr: '',
  })
})

test.skipIf(process.env.TEST_DATABASE_URL)(
  'the lines that the units start run a shop at the port of its name, copy it, and say that the copy is elsewhere',
  { timeout: 60_000 },
  async () => {
    const port = await freePort()
    using place = deploy(`PORT=1\nNODE_ENV=development\nLOG_LEVEL=warn\nSEED=none\n`)
    const [line = ''] = startedBy('parts-shop@.service')
    const environment = { DATA_DIR: join(place.folder, 'data'), PORT: '1', SEED: 'none', LOG_LEVEL: 'warn' }
    const child = spawn('sh', ['-c', `exec ${place.here(line).replace('%i', String(port))}`], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment },
      stdio: 'ignore',
    })
    killAfterTests(child)
    await expect.poll(() => isReady(`http://127.0.0.1:${port}`), { timeout: 20_000 }).toBe(true)
    const run = (command: string) => {
      const ran = spawnSync('sh', ['-c', command], {
        cwd: '/',
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
      })
      expect(ran.stderr).toBe('')
      expect(ran.status).toBe(0)
    }
    const commands = ['backup', 'elsewhere'].flatMap((name) => startedBy(`parts-shop-${name}.service`))
    for (const command of commands)
      run(place.here(command).replace('backup@backup.example:parts-shop/', join(place.folder, 'elsewhere/')))
    const made = readdirSync(join(place.folder, 'backups'))
    expect(made).toHaveLength(1)
    expect(readdirSync(join(place.folder, 'elsewhere'))).toEqual(made)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const rows = (await readRowsOf({ dataDir: environment.DATA_DIR, databaseUrl: undefined })).last_backups
    // Both places say when the same backup began.
    const [madeAt] = made.map(timeOfBackup)
    expect(rows?.filter((row) => row.includes(String(madeAt)))).toHaveLength(2)
  },
)
