import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProjectScript } from '../support/run-script.ts'

/** A blank image is smaller. */
const MINIMUM_BYTES = 10_000

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-scripts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a script that needs a browser, in its short form', { timeout: 180_000 }, () => {
  test('screenshots captures whole pages, including the content below the screen', async () => {
    const words = ['home', 'my-orders']
    const { code, output, errors } = await runProjectScript('scripts/screenshots.ts', [
      ...words,
      ...['--width', '375', '--into', folder],
    ])
    expect([code, errors]).toEqual([0, ''])
    const names = ['home', 'home-found', 'my-orders', 'my-orders-failing', 'new-my-orders', 'empty-home']
    const files = readdirSync(folder).sort()
    expect(files).toEqual(expect.arrayContaining(names.map((name) => `${name}-375-dark.png`)))
    expect(
      files.filter((file) => !words.some((word) => file.includes(word)) || !file.includes('-375-')),
    ).toEqual([])
    expect(output.trim().split('\n').sort()).toEqual(files.map((file) => join(folder, file)))
    expect(files.filter((file) => statSync(join(folder, file)).size < MINIMUM_BYTES)).toEqual([])
  })

  test.each([
    { what: 'pages', parts: ['weight', 'phone', 'moving'], figures: 23 },
    { what: 'models', parts: ['models'], figures: 9 },
  ])('bench measures $what in a browser', async ({ parts, figures }) => {
    const { code, output, errors } = await runProjectScript('scripts/bench.ts', ['--quick', ...parts])
    expect([code, errors]).toEqual([0, ''])
    const rows = output.trimEnd().split('\n').slice(1)
    expect(rows).toHaveLength(figures)
    expect(rows.filter((row) => /NaN|Infinity/.test(row))).toEqual([])
  })
})
