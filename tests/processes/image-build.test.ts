import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copiesOf, copyStage, stages } from '../support/image-stages.ts'
import { ROOT, readProjectFile } from '../support/project.ts'

const SERVER = 'build/server/index.js'

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
  const [, server, version] = /image: (postgres:(\d+)\S+)/.exec(readProjectFile('compose.yaml')) ?? []
  expect(image.filter((line) => line.includes('--from=postgres:'))).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining(`--from=${server} `)),
  )
  expect(image.join('\n')).toContain(` postgresql-client-${version} `)
  // Nothing else is installed: no compiler, no package for development.
  const installed = image.filter((line) => line.startsWith('RUN ')).join('\n')
  expect(installed.match(/\b(?:install|npm|add) .*?(?=\s+&&|$)/gm)).toEqual([
    `install --yes --no-install-recommends postgresql-client-${version}`,
    'install --directory --owner=node --group=node --mode=700 /data',
  ])
  expect(build).toContain('RUN npm run build && npm prune --omit=dev')
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
