import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
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
