import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Import, importsOf, placeOf, sourcesIn } from './support/app-imports.ts'
import { ROOT, readProjectFile } from './support/project.ts'

/** The only files of the shop that may import the sandboxes and the demo. */
const COMPOSITION = ['app/app.ts', 'app/load-stripe.ts', 'app/providers.ts']

const sources = sourcesIn('app')
const imports = importsOf(sources)

const violations = (isViolation: (use: Import) => boolean, among: readonly Import[] = imports): string[] =>
  among.filter(isViolation).map(({ file, target }) => `${file} imports ${target}`)

test('the kit imports no feature and nothing above it', () => {
  expect(
    violations(({ file, target }) => file.startsWith('app/kit/') && /^app\/(?!kit\/)/.test(target)),
  ).toEqual([])
})

/** Terms of standards and libraries that a kit file may contain although they contain a word of a feature. */
const TERMS = [
  // SQL and Kysely.
  /\border ?by\b/gi,
  // Triggers that are not of constraints.
  /\b(dis|en)able trigger user\b/g,
  // The address of a PostgreSQL database.
  /\buser: 'PGUSER'/g,
  // The rows of the docs that a test proves.
  /\/\/ (spec|attack): .*/g,
  // CSS and SVG.
  /(?<=^ +)order: -?\d|user-select|userSpaceOnUse/gm,
]

test('no file of the kit has the words product, order, payment or user', () => {
  const named = /^(product|order|payment|user)s?$/i
  const kit = globSync('app/kit/**/*.{ts,tsx,css}', { cwd: ROOT })
  expect(kit.length).toBeGreaterThan(100)
  const found = kit.flatMap((file) => {
    const text = TERMS.reduce((rest, term) => rest.replace(term, ''), readProjectFile(file))
    return [file, ...text.split('\n')].flatMap((line) => {
      const words = line.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
      return words.some((word) => named.test(word)) ? [`${file}: ${line.trim()}`] : []
    })
  })
  expect(found).toEqual([])
})

test('only the composition root imports the sandboxes and the demo', () => {
  expect(
    violations(({ file, target }) => /^(sandboxes|demo)\//.test(target) && !COMPOSITION.includes(file)),
  ).toEqual([])
})

test('a feature imports nothing above it except the script of the payment provider', () => {
  const reachesUp = ({ file, target }: Import): boolean =>
    placeOf(file) !== undefined && /^app\/[^/]+$/.test(target) && target !== 'app/load-stripe.ts'
  expect(violations(reachesUp)).toEqual([])
})

test('sandboxes and the demo import only the kit, features and what is their own', () => {
  const isForeign = ({ file, target }: Import): boolean =>
    /^(app|sandboxes|demo|scripts|tests)\//.test(target) &&
    !/^app\/(kit|features)\//.test(target) &&
    target.split('/')[0] !== file.split('/')[0]
  expect(violations(isForeign, importsOf(sourcesIn('sandboxes', 'demo')))).toEqual([])
})

test('only `models/solids` loads OpenCascade, and only the process of the models imports from there', () => {
  const isSolids = (file: string): boolean => file.startsWith('app/features/models/solids/')
  const worker = 'app/features/models/worker.ts'
  const isOpenCascade = (use: Import): boolean => /opencascade/.test(use.target) && !isSolids(use.target)
  const uses = imports.filter(isOpenCascade)
  expect(uses.length).toBeGreaterThan(3)
  expect(violations((use) => isOpenCascade(use) && !isSolids(use.file))).toEqual([])
  expect(violations(({ file, target }) => isSolids(target) && !isSolids(file) && file !== worker)).toEqual([])
  expect(violations(({ target, isType }) => target === worker && !isType)).toEqual([])
})

test('a page reads its address without the parameters of the router, which `request.url` has', () => {
  const readsRequest = (file: string): boolean =>
    file.includes('/pages/') && /\brequest\.url\b/.test(readProjectFile(file))
  expect(sources.filter(readsRequest)).toEqual([])
})

test('no link uses the prefetch of the router, which reloads the whole page when it fails', () => {
  const prefetches = (file: string): boolean => /\bprefetch=|PrefetchPageLinks/.test(readProjectFile(file))
  expect(sources.filter(prefetches)).toEqual([])
})

test('locks that only PostgreSQL has are where docs/decisions/0043-engines.md says', () => {
  const locks = (file: string): boolean => /advisory_|\block table\b/i.test(readProjectFile(file))
  expect(sources.filter(locks)).toEqual(['app/kit/backup/postgres-backup.ts', 'app/kit/db/migrate.ts'])
})
