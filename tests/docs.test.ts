import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { codeSpansOf } from './support/doc-tables.ts'
import { PRINTED_PAGES, printed } from './support/printed.ts'
import { ROOT, readProjectFile } from './support/project.ts'

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
const FOLDERS = ['app', 'demo', 'deploy', 'docs', 'migrations', 'sandboxes', 'scripts', 'tests']

/** What is named as a file of the project, perhaps with `*`, or as a folder. Addresses of the shop begin with a slash. */
const FILE = /^#?[\w.*-][\w.*/-]*\.(?:css|conf|json|md|mjs|tsx?)$/
const FOLDER = new RegExp(`^(?:${[...FOLDERS, 'kit'].join('|')})/[\\w./*-]*$`)
const BUILT = /^build\//

test('every file and folder that a page names exists; the end of its path is enough', () => {
  const paths = globSync([`{${FOLDERS.join(',')}}/**`, '*.*'], { cwd: ROOT }).map((path) => `/${path}`)
  const named = namedIn((text) =>
    codeSpansOf(text).filter((span) => (FILE.test(span) || FOLDER.test(span)) && !BUILT.test(span)),
  )
  const missing = named.filter(({ name }) => {
    const end = name
      .replace(/^#|\/$/g, '')
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*')
    return !paths.some((path) => new RegExp(`/${end}$`).test(path))
  })
  expect(named.length).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

test('every page that a page links to exists', () => {
  const links = namedIn((text) => groupsOf(text, /\]\((?!https?:)([^)#]+)/g))
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ page, name }) => !existsSync(join(ROOT, dirname(page), name)))).toEqual([])
})

test('every command that a page names exists', () => {
  const { scripts } = JSON.parse(readProjectFile('package.json'))
  const commands = namedIn((text) => groupsOf(text, /npm run (?:--\w+ )*([\w-]+)/g))
  expect(commands.length).toBeGreaterThan(10)
  expect(commands.filter(({ name }) => !(name in scripts))).toEqual([])
})

test.each(PRINTED_PAGES)(
  '%s has the tables that the code states; `npm run docs` prints them',
  async (path) => {
    expect(readProjectFile(path).split('\n')).toEqual((await printed(path)).split('\n'))
  },
)

const namedIn = (find: (text: string) => readonly string[]): { page: string; name: string }[] =>
  pages.flatMap((page) => find(readProjectFile(page)).map((name) => ({ page, name })))

const groupsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group]) => String(group))
