import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeSpansOf, readTable } from './support/doc-tables.ts'
import { ROOT, readProjectFile } from './support/project.ts'

const { dependencies, devDependencies } = JSON.parse(readProjectFile('package.json'))

/** Packages that are installed outside of the project. */
const external = globSync('scripts/programs/registry/*/package.json', { cwd: ROOT }).map(
  (path) => JSON.parse(readProjectFile(path)).dependencies,
)

test.each([
  ['In the running shop', dependencies],
  ['To build and check it', devDependencies],
  ['Installed separately', Object.assign({}, ...external)],
])(
  'the section "%s" lists each package with its purpose, and each version is exact',
  (heading, installed) => {
    const rows = readTable(readProjectFile('docs/dependencies.md'), heading)
    expect(rows.flatMap(([name = '']) => codeSpansOf(name))).toEqual(Object.keys(installed).sort())
    expect(rows.filter(([, what = '']) => what === '')).toEqual([])
    expect(
      Object.values(installed).filter((version) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(String(version))),
    ).toEqual([])
  },
)

/** The formats of secret keys that a developer could commit. Placeholders are shorter. */
const SECRETS =
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{20,}|GOCSPX-[\w-]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}/

test('no file contains a secret', () => {
  const patterns = [
    '{app,docs,migrations,scripts,tests}/**/*.{ts,tsx,mjs,json,md,css,yml}',
    '*.{ts,json,md,yml}',
    '.ci/*',
  ]
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => SECRETS.test(readProjectFile(file)))).toEqual([])
})
