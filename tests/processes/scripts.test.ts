import { execFile } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { pages } from '#app/routes.ts'
import { copyProject } from '../../scripts/mutants/project-copy.ts'
import { PARTS } from '../../scripts/torture/parts.ts'
import { ROOT, readProjectFile } from '../support/project.ts'
import { runProjectScript, startScript } from '../support/run-script.ts'
import { emptyStorage, freePort } from '../support/running-shop.ts'

const README = readProjectFile('README.md')

/** The file with the types of a page, among those that the router writes. */
const typesOf = (file: string): string => file.replace(/([^/]+)\.tsx$/, '+types/$1.ts')

/** `start` and `sample-orders` have files of their own, screenshots need a browser, and `test` runs these tests. */
const TESTED_ELSEWHERE = ['start', 'sample-orders', 'screenshots', 'test']

const TESTED_HERE = ['dev', 'bench', 'torture', 'fuzz', 'mutants', 'conformance']

/** The scripts start their own databases, so one run is sufficient. */
describe.runIf(!process.env.TEST_DATABASE_URL)('a script in its short form', { timeout: 300_000 }, () => {
  test('is tested for each script that the README names', () => {
    const named = [...README.matchAll(/\bnpm (?:run\s)?([a-z-]+)/g)].map(([, name = '']) => name)
    const missing = named.filter((name) => !TESTED_HERE.includes(name) && !TESTED_ELSEWHERE.includes(name))
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(4)
  })

  test.each(['bench', 'torture', 'fuzz', 'mutants', 'conformance', 'screenshots'])(
    '%s prints how it is used, and refuses what it does not know',
    async (name) => {
      const { code, output } = await runProjectScript(`scripts/${name}.ts`, ['--help'])
      expect([code, output.split(' -- ')[0]]).toEqual([0, `npm run ${name}`])
      const refused = await runProjectScript(`scripts/${name}.ts`, ['--nothing'])
      expect(refused).toMatchObject({ code: 1, output: '' })
      expect(refused.errors).toContain(`npm run ${name} -- --help`)
    },
  )

  test('setup leaves the types of the routes, and builds nothing', async () => {
    expect(readProjectFile('scripts/run.mjs')).toContain("if (name === 'setup') writeRouteTypes()")
    const { folder, remove } = copyProject()
    try {
      for (const file of ['react-router.config.ts', 'vite.config.ts'])
        cpSync(join(ROOT, file), join(folder, file))
      // Without installing anything, which would be into the packages of this project.
      const code = `(await import('${join(folder, 'scripts/setup.mjs')}')).writeRouteTypes()`
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
      for (const { file } of pages)
        expect(existsSync(join(folder, '.react-router/types/app', typesOf(file))), file).toBe(true)
      expect(existsSync(join(folder, 'build'))).toBe(false)
    } finally {
      remove()
    }
  })

  test('dev serves pages with hot reload', async () => {
    await using storage = await emptyStorage('')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    await using dev = await startScript('dev.ts', [], {
      PORT: String(port),
      DATA_DIR: storage.dataDir,
      SEED: 'demo',
    })
    await dev.until(() => fetch(`${url}/readyz`).then(({ ok }) => ok))
    const home = await (await fetch(url)).text()
    const [, reload = ''] = /import "(\/@id\/[^"]*inject-hmr-runtime)"/.exec(home) ?? []
    expect((await fetch(url + reload)).headers.get('content-type')).toContain('javascript')
    expect(await (await fetch(`${url}/api/product`)).json()).toHaveLength(60)
    await dev.stop()
  })

  test('bench prints all figures of the server', async () => {
    const parts = ['reads', 'process', 'orders', 'documents', 'lists', 'million', 'endurance']
    const { code, output } = await runProjectScript('scripts/bench.ts', ['--quick', ...parts])
    expect(code).toBe(0)
    const [header = '', ...rows] = output.trimEnd().split('\n')
    const firsts = [
      'product list',
      'npm start',
      'orders of 20 lines, SQLite',
      'orders of 20 lines, PostgreSQL',
      'confirmation of 10 lines',
      'longest wait',
      'quote of 200 lines',
      'products of a category',
      'My Orders',
      'memory at',
    ]
    for (const first of firsts)
      expect(rows.filter((row) => row.startsWith(first)).length, first).toBeGreaterThan(0)
    expect(header).toMatch(/^what +shop +floor +ratio/)
    expect(rows.filter((row) => /NaN|Infinity| 0\/s/.test(row))).toEqual([])
  })

  test('torture runs a part and prints its result', async () => {
    const args = ['crash', '--rounds', '1', '--seconds', '1', '--database', 'sqlite']
    const { code, output } = await runProjectScript('scripts/torture.ts', args)
    expect(code).toBe(0)
    expect(output).toMatch(/^crash +sqlite +1 +0 /m)
    const unknown = await runProjectScript('scripts/torture.ts', ['nothing'])
    expect(unknown).toMatchObject({ code: 1, output: '' })
    expect(unknown.errors).toContain(Object.keys(PARTS).join(', '))
  })

  test('fuzz runs on each database and prints how to repeat the run', async () => {
    const { code, output } = await runProjectScript('scripts/fuzz.ts', ['--requests', '60', '--seed', '7'])
    expect([code, output.match(/^\d+ findings$/gm)]).toEqual([0, ['0 findings', '0 findings']])
    expect(output).toMatch(/^--seed 7 --requests 60$/m)
  })

  test('mutants plants a fault and prints that the tests notice it', async () => {
    const { code, output } = await runProjectScript('scripts/mutants.ts', ['--only', 'half a cent'])
    expect([code, output.match(/^killed .*$/gm)]).toEqual([0, ['killed    Half a cent is rounded down.']])
    expect(output).toMatch(/^1 of 1 faults killed, 100.0 %; 0 explained; \d+ s$/m)
    const unknown = await runProjectScript('scripts/mutants.ts', ['--only', 'no such word'])
    expect(unknown).toMatchObject({ code: 1, output: '' })
    expect(unknown.errors).toContain('No fault has the word "no such word"')
  })

  test('conformance runs its cases on the payment sandbox', async () => {
    const { code, output } = await runProjectScript('scripts/conformance.ts', ['cards'])
    expect([code, output.match(/Test Files .*/)?.[0]]).toEqual([0, expect.stringContaining('1 passed')])
  })
})
