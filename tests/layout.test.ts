import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import {
  circlesOf,
  type Import,
  importsOf,
  placeOf,
  STAFF_FEATURES,
  sourcesIn,
} from './support/app-imports.ts'
import { ROOT, readProjectFile } from './support/project.ts'

/** The rules of `docs/architecture.md`: where a file of `app` lies, and which others it may import. */

const MAXIMUM_FILES = 20

/** What may stand at the root of a feature without being imported from outside. */
const KINDS =
  /^(api|client|schema|limits|states|tables|texts|refusals|paths|config|signals|worker)\.ts$|^components\.tsx$|\.css$/

const sources = sourcesIn('app')
const imports = importsOf(sources)
const ofOthers = importsOf(sourcesIn('demo', 'sandboxes'))

const isShown = ({ file, target }: Import): string => `${file} imports ${target}`

/** Lines of code of a feature, without its tests. */
const MAXIMUM_LINES = 9000

const found = (isViolation: (use: Import) => boolean, among: readonly Import[] = imports): string[] =>
  among.filter(isViolation).map(isShown)

/** The folder of a path inside a feature: `lines` of `lines/cart-row.tsx`, `admin/list` of a file in it, '' at the root. */
const folderOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '')

/** Whether the import leads from one feature to another, or into a feature from outside all of them. */
const crosses = ({ file, target }: Import): boolean => {
  const to = placeOf(target)
  return to !== undefined && to.feature !== placeOf(file)?.feature
}

const isIn = (folder: string, file: string): boolean => placeOf(file)?.path.startsWith(`${folder}/`) ?? false

test('a folder `pages` has the modules that app/routes.ts names and no others, and nothing imports them', () => {
  const filesOf = (among: readonly { file: string; children?: typeof among }[]): string[] =>
    among.flatMap(({ file, children = [] }) => [`app/${file}`, ...filesOf(children)])
  const named = filesOf(routes)
  expect(named.length).toBeGreaterThan(30)
  expect(globSync('app/features/*/pages/**/*.*', { cwd: ROOT }).sort()).toEqual([...new Set(named)].sort())
  // A module imports its own types, which the router generates.
  expect(found(({ target }) => isIn('pages', target) && !target.includes('/+types/'))).toEqual([])
})

test('from outside a feature only files at its root and at the root of its `admin` are imported', () => {
  const isPrivate = (use: Import): boolean => {
    const folder = folderOf(placeOf(use.target)?.path ?? '')
    return crosses(use) && folder !== '' && folder !== 'admin'
  }
  expect(found(isPrivate, [...imports, ...ofOthers])).toEqual([])
})

test('a file at the root of a feature is of a known kind, or is imported from outside', () => {
  const used = new Set([...imports, ...ofOthers].filter(crosses).map(({ target }) => target))
  const isUnused = (file: string): boolean => {
    const { feature, path } = placeOf(file) ?? { feature: '', path: '/' }
    return !path.includes('/') && path !== `${feature}.ts` && !KINDS.test(path) && !used.has(file)
  }
  expect(sources.filter(isUnused)).toEqual([])
})

test('only `admin`, `pages`, `api.ts`, the file named after the feature and features of staff import from an `admin`', () => {
  const isAllowed = (file: string): boolean => {
    const { feature = '', path } = placeOf(file) ?? {}
    const isStaff = isIn('admin', file) || STAFF_FEATURES.includes(feature)
    return isStaff || isIn('pages', file) || path === 'api.ts' || path === `${feature}.ts`
  }
  expect(found((use) => isIn('admin', use.target) && !use.isLater && !isAllowed(use.file))).toEqual([])
})

test('an area does not import its own api.ts or the file named after its feature', () => {
  const isUpward = ({ file, target, isType }: Import): boolean => {
    const [from, to] = [placeOf(file), placeOf(target)]
    if (!from || !to || from.feature !== to.feature || isIn('pages', file) || folderOf(from.path) === '')
      return false
    const isTypeForClient = isType && to.path === 'api.ts' && posix.basename(file) === 'client.ts'
    return (to.path === 'api.ts' || to.path === `${to.feature}.ts`) && !isTypeForClient
  }
  expect(found(isUpward)).toEqual([])
})

/** The folders that the tree of `docs/architecture.md` lists, below `app/features` and below `app/kit`. */
const [listedFeatures = [], listedOfKit = []] = foldersOfTree(readProjectFile('docs/architecture.md'))

/** A line may have several folders; an area has its feature before it. */
function foldersOfTree(page: string): string[][] {
  const [, tree = ''] = /```text\n([^`]+)```/.exec(page) ?? []
  return tree.split('app/kit/').map((half) => {
    let feature = ''
    return half.split('\n').flatMap((line) => {
      const [, indent = '', folders = ''] = /^( {2}| {4})((?:[\w-]+\/ )*[\w-]+\/)(?: |$)/.exec(line) ?? []
      const names = folders === '' ? [] : folders.split(' ').map((name) => name.slice(0, -1))
      if (indent.length === 2) feature = names[0] ?? ''
      return indent.length === 4 ? names.map((name) => `${feature}/${name}`) : names
    })
  })
}

test('the tree of docs/architecture.md has the features with their areas, and the folders of the kit', () => {
  const foldersIn = (pattern: string, root: string): string[] =>
    globSync(pattern, { cwd: ROOT, withFileTypes: true })
      .filter((each) => each.isDirectory() && each.name !== 'pages')
      .map(({ parentPath, name }) => posix.relative(posix.join(ROOT, root), posix.join(parentPath, name)))
      .sort()
  expect(listedFeatures.length).toBeGreaterThan(150)
  expect(listedFeatures.toSorted()).toEqual(foldersIn('app/features/{*,*/*}', 'app/features'))
  expect(listedOfKit.toSorted()).toEqual(foldersIn('app/kit/*', 'app/kit'))
})

test('a feature imports only features above it in that tree, types included', () => {
  const placeInTree = (file: string): number => listedFeatures.indexOf(placeOf(file)?.feature ?? '')
  expect(
    found((use) => {
      const mayImportAny = isIn('pages', use.file) || isIn('admin', use.file) || !placeOf(use.file)
      return crosses(use) && !mayImportAny && placeInTree(use.target) > placeInTree(use.file)
    }),
  ).toEqual([])
})

test('areas of a feature and folders of the kit have no circle at run time', () => {
  /** A folder is one node; a file at a root is one alone, because the files there do not belong together. */
  const nodeOf = (file: string): string | undefined => {
    const { feature, path } = placeOf(file) ?? {}
    if (path !== undefined)
      return folderOf(path) === '' || folderOf(path) === 'admin'
        ? `${feature}/${path}`
        : `${feature}/${folderOf(path)}`
    if (!file.startsWith('app/kit/')) return undefined
    const folder = posix.dirname(file)
    return folder === 'app/kit' ? file : folder
  }
  const arrows = imports.flatMap(({ file, target, isType, isLater }) => {
    const [from, to] = [nodeOf(file), nodeOf(target)]
    return from === undefined || to === undefined || isType || isLater ? [] : [[from, to] as const]
  })
  expect(circlesOf(arrows)).toEqual([])
})

test('a schema.ts imports only what the browser may load with it, and a limits.ts only types', () => {
  const allowed = /^(zod$|app\/kit\/|app\/features\/.*\b(limits|rights|states|schema)\.ts$)/
  // What the schemas of products and carts are derived from.
  const derived = /\/(product-fields|managed-fields|price-terms|quantity-terms|cart\/lines)\.ts$/
  expect(
    found(({ file, target }) => /\/schema\.ts$/.test(file) && !allowed.test(target) && !derived.test(target)),
  ).toEqual([])
  expect(found(({ file, isType }) => /\/limits\.ts$/.test(file) && !isType)).toEqual([])
})

test(`no folder has more than ${MAXIMUM_FILES} files`, () => {
  const files = globSync('app/**/*.*', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(500)
  const folders = Map.groupBy(files, posix.dirname)
  expect(
    [...folders].flatMap(([folder, { length }]) =>
      length > MAXIMUM_FILES ? [`${folder} has ${length}`] : [],
    ),
  ).toEqual([])
})

test(`no feature has more than ${MAXIMUM_LINES} lines without its tests`, () => {
  const lines = new Map<string, number>()
  for (const file of [...sources, ...globSync('app/features/**/*.css', { cwd: ROOT })]) {
    const feature = placeOf(file)?.feature
    if (feature === undefined) continue
    lines.set(feature, (lines.get(feature) ?? 0) + readProjectFile(file).split('\n').length - 1)
  }
  expect(lines.size).toBeGreaterThan(20)
  expect([...lines].filter(([, count]) => count > MAXIMUM_LINES)).toEqual([])
})
