import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeSpansOf, readTable } from './support/doc-tables.ts'

const root = join(import.meta.dirname, '..')

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const { dependencies, devDependencies } = JSON.parse(read('package.json'))

/** The dependencies of the packages that are installed separately. */
const installedSeparately = globSync('scripts/programs/registry/*/package.json', { cwd: root }).map(
  (path) => JSON.parse(read(path)).dependencies,
)

test.each([
  ['In the running shop', dependencies],
  ['To build and check it', devDependencies],
  ['Installed separately', Object.assign({}, ...installedSeparately)],
])('%s is what is listed, each with what it is for, in an exact version', (heading, installed) => {
  const rows = readTable(read('docs/dependencies.md'), heading)
  expect(rows.flatMap(([name = '']) => codeSpansOf(name))).toEqual(Object.keys(installed).sort())
  expect(rows.filter(([, what = '']) => what === '')).toEqual([])
  expect(
    Object.values(installed).filter((version) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(String(version))),
  ).toEqual([])
})

/** How keys of the services look that the shop, or whoever works on it, could have. Placeholders are shorter. */
const SECRETS =
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{20,}|GOCSPX-[\w-]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}/

test('no file holds a secret', () => {
  const ours = [
    '{app,docs,migrations,scripts,tests}/**/*.{ts,tsx,mjs,json,md,css,yml}',
    '*.{ts,json,md,yml}',
    '.ci/*',
  ]
  const files = ours.flatMap((pattern) => globSync(pattern, { cwd: root }))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => SECRETS.test(read(file)))).toEqual([])
})
