import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasPostgresClients, settingsOf } from '../support/operator.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'

const SERVER = 'build/server/index.js'

interface Copy {
  /** The project, the stage that builds, or another image. */
  readonly from: string
  readonly sources: readonly string[]
  readonly target: string
}

/** The instructions of each stage of the Dockerfile, one per line. */
const stages = readProjectFile('Dockerfile')
  .replace(/\\\n\s*/g, '')
  .split(/^FROM /m)
  .slice(1)
  .map((stage) => stage.split('\n'))

const copiesOf = (stage: readonly string[] = []): Copy[] =>
  stage
    .filter((line) => line.startsWith('COPY '))
    .map((line) => {
      const words = line.split(/\s+/).slice(1)
      const [, from = 'project'] = /^--from=(.+)/.exec(words[0] ?? '') ?? []
      const paths = words
        .filter((word) => !word.startsWith('--'))
        .map((path) => path.replace(/^\/shop\//, ''))
      return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
    })

test('everything that the Dockerfile copies exists and is allowed by .dockerignore', () => {
  const copied = stages.flatMap(copiesOf).filter(({ from }) => from === 'project')
  const sources = copied.flatMap((copy) => copy.sources)
  expect(sources.length).toBeGreaterThan(10)
  const allowed = readProjectFile('.dockerignore').match(/(?<=^!).+/gm) ?? []
  for (const source of sources) {
    expect(lstatSync(join(ROOT, source), { throwIfNoEntry: false }), source).toBeDefined()
    expect(allowed, source).toContain(source.split('/')[0])
  }
  for (const secret of ['.env', 'data', 'backups', 'node_modules', 'build'])
    expect(allowed).not.toContain(secret)
})

test('the image is built with the npm scripts and runs as an unprivileged user', () => {
  const { config, scripts } = JSON.parse(readProjectFile('package.json'))
  const [build = [], image = []] = stages
  const commands = build.join('\n').match(/(?<=npm run )[\w-]+/g) ?? []
  expect(commands).toEqual(['setup', 'build'])
  for (const command of commands) expect(scripts).toHaveProperty(command)
  expect(image).toContain('USER node')
  // Backups need the programs of the server's version.
  const [, version] = /image: postgres:(\d+)-bookworm/.exec(readProjectFile('compose.yaml')) ?? []
  expect(image.filter((line) => line.includes('--from=postgres:'))).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining(`--from=postgres:${version}-bookworm `)),
  )
  expect(image.join('\n')).toContain(` postgresql-client-${version} `)
  const started = ['node', ...config.serverOptions.split(' '), SERVER]
  expect(image.at(-2)).toBe(`CMD ["${started.join('", "')}"]`)
})

// A build can be slow on a busy machine.
test('the files that are copied for the build are sufficient to build', { timeout: 180_000 }, () => {
  using cleanUp = new DisposableStack()
  const folder = copyStage(cleanUp, stages[0])
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  expect(existsSync(join(folder, SERVER))).toBe(true)
})

test('the files that are copied into the image are sufficient to run, and the shop writes only its data', {
  timeout: 90_000,
}, async () => {
  await using cleanUp = new AsyncDisposableStack()
  const storage = cleanUp.use(await emptyStorage())
  const folder = copyStage(cleanUp, stages[1])
  const before = fileTimes(folder)
  const environment = { NODE_ENV: 'production', SANDBOX: 'on', SEED: 'demo' }
  const shop = cleanUp.use(await startShop({ storage, environment, folder }))
  // Documents are rendered in a thread, with packages that are not in the bundle.
  const documents = ['/api/part/BB-6305/data-sheet.pdf', '/part-pictures/BB-6305.png']
  for (const path of ['/', '/healthz', '/readyz', '/login', '/api/product', ...documents]) {
    expect((await shop.call('GET', path)).status, path).toBe(200)
  }
  await shop.register()
  // As docs/operations.md runs it in the container.
  if (!storage.databaseUrl || hasPostgresClients()) {
    const backup = spawnSync(
      process.execPath,
      ['scripts/backup.ts', join(dirname(storage.dataDir), 'backup')],
      {
        cwd: folder,
        env: { ...process.env, ...settingsOf(storage) },
        encoding: 'utf8',
      },
    )
    expect(backup.stderr).toBe('')
    expect(backup.status).toBe(0)
  }
  expect(await shop.stop()).toEqual({ code: 0, signal: null })
  expect(fileTimes(folder)).toEqual(before)
})

/** Creates a folder with the files that a stage copies, and the installed packages. */
function copyStage(cleanUp: DisposableStack | AsyncDisposableStack, stage: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-image-'))
  cleanUp.defer(() => rmSync(folder, { recursive: true }))
  for (const { from, sources, target } of copiesOf(stage)) {
    if (from !== 'project' && from !== 'build') continue
    for (const source of sources) {
      const destination = join(folder, target.endsWith('/') ? join(target, basename(source)) : target)
      mkdirSync(join(destination, '..'), { recursive: true })
      if (source !== 'node_modules') cpSync(join(ROOT, source), destination, { recursive: true })
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** All files with their modification times. */
function fileTimes(folder: string): string[] {
  return globSync('**', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .map((file) => `${file} ${lstatSync(join(folder, file)).mtimeMs}`)
    .sort()
}
