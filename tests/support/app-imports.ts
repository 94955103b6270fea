import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { isForStaff, pages } from '#app/routes.ts'
import { ROOT, readProjectFile } from './project.ts'

/** One import of a file. Both are paths from the root of the project; `target` is a package's name otherwise. */
export interface Import {
  readonly file: string
  readonly target: string
  /** Whether nothing is left of it at run time. */
  readonly isType: boolean
  /** Whether it is an `import()`, which loads the module later. */
  readonly isLater: boolean
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The paths of source files without tests, such as `app/features/cart/cart.ts`. */
export const sourcesIn = (...folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter((file) => !isTest(file))
    .sort()

const ALIASES: Readonly<Record<string, string>> = JSON.parse(readProjectFile('package.json')).imports

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const alias = Object.keys(ALIASES).find((name) => specifier.startsWith(name.slice(0, -1)))
  if (alias === undefined) return specifier
  return posix.normalize(`${ALIASES[alias]?.slice(0, -1)}${specifier.slice(alias.length - 1)}`)
}

/** What the files import, also what they export of other files. */
export function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((file) => {
    const text = readProjectFile(file)
    const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
    const now = [
      ...staticImports,
      ...staticExports.flatMap(({ entries }) =>
        entries.flatMap((entry) =>
          entry.moduleRequest ? [{ moduleRequest: entry.moduleRequest, entries: [entry] }] : [],
        ),
      ),
    ].map(({ moduleRequest, entries }) => ({
      file,
      target: resolve(file, moduleRequest.value),
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
      isLater: false,
    }))
    const later = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      file,
      target: resolve(file, text.slice(start + 1, end - 1)),
      isType: false,
      isLater: true,
    }))
    return [...now, ...later]
  })
}

/** `app/features/cart/lines/cart-row.tsx` is of the feature `cart` with the path `lines/cart-row.tsx`. */
export function placeOf(file: string): { readonly feature: string; readonly path: string } | undefined {
  const [, feature, path] = /^app\/features\/([^/]+)\/(.+)$/.exec(file) ?? []
  return feature === undefined || path === undefined ? undefined : { feature, path }
}

/** The circles of a graph, each as `a → b → a`. Empty when all arrows lead in one direction. */
export function circlesOf(arrows: readonly (readonly [from: string, to: string])[]): string[] {
  const targets = new Map<string, Set<string>>()
  for (const [from, to] of arrows)
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (node: string, path: readonly string[]): void => {
    const at = path.indexOf(node)
    if (at >= 0) circles.push([...path.slice(at), node].join(' → '))
    if (at >= 0 || done.has(node)) return
    for (const next of targets.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of targets.keys()) visit(node, [])
  return circles
}

/** Their pages are for staff, but orders of customers need their rules, and texts of theirs: what is for staff is in `admin`. */
const ALSO_FOR_CUSTOMERS = ['invoices', 'returns', 'settings']

/** Pages of other features show its forms. */
const WITHOUT_PAGES = ['shipping']

const pagesByFeature = Map.groupBy(pages, ({ file }) => placeOf(`app/${file}`)?.feature ?? '')

/** The features that only staff use: customers load no code of theirs, as of a folder `admin`. */
export const STAFF_FEATURES: readonly string[] = [...pagesByFeature]
  .filter(([feature, own]) => own.every(isForStaff) && !ALSO_FOR_CUSTOMERS.includes(feature))
  .map(([feature]) => feature)
  .concat(WITHOUT_PAGES)
