import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** What a build has put into the files that browsers load; modules are named by their paths in the project. */
export interface CodeList {
  /** The modules of each file. */
  readonly files: Readonly<Record<string, readonly string[]>>
  /** What each module imports, without what it imports later. */
  readonly imports: Readonly<Record<string, readonly string[]>>
}

export const CODE_LIST = 'build/code.json'

/** Writes the list beside the built shop, so that a test can say which modules a page loads. */
export const listCode = (): Plugin => ({
  name: 'list-code',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle(_options, bundle) {
    const nameOf = (id: string) => relative(process.cwd(), id)
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const ids = [...this.getModuleIds()]
    const list: CodeList = {
      files: Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk.moduleIds.map(nameOf)])),
      imports: Object.fromEntries(
        ids.map((id) => [nameOf(id), (this.getModuleInfo(id)?.importedIds ?? []).map(nameOf)]),
      ),
    }
    writeFileSync(CODE_LIST, JSON.stringify(list))
  },
})

/** Files by the names of Vite's manifest, each with what it imports itself. */
type Manifest = Record<string, { imports?: string[] }>

/**
 * Gives each file in Vite's manifest all that it imports, itself or through others, and first what most files import. The router
 * writes these lists into its list of all pages, which every page loads: in one order it is an eighth smaller.
 */
export const sortImports = (): Plugin => ({
  name: 'sort-imports',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }) {
    const path = join(dir, '.vite', 'manifest.json')
    const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
    const names = Object.keys(manifest)
    const lists = names.map((name) => allImports(manifest, name))
    const uses = Object.fromEntries(
      names.map((name) => [name, lists.filter((list) => list.has(name)).length]),
    )
    const sorted = names.toSorted((one, other) => (uses[other] ?? 0) - (uses[one] ?? 0))
    names.forEach((name, at) => {
      const imports = sorted.filter((each) => lists[at]?.has(each))
      if (manifest[name] && imports.length > 0) manifest[name].imports = imports
    })
    writeFileSync(path, JSON.stringify(manifest))
  },
})

function allImports(manifest: Manifest, name: string): ReadonlySet<string> {
  const found = new Set(manifest[name]?.imports)
  // A set can be extended while it is read.
  for (const each of found) for (const imported of manifest[each]?.imports ?? []) found.add(imported)
  return found
}
