import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_INVOICES } from '#tests/support/en16931/sample-invoices.ts'
import { termsOf } from '#tests/support/en16931/sample-orders.ts'
import { frozenPaper } from './invoice-paper.ts'
import { renderInvoice } from './render-invoice.ts'

/** Names the program of veraPDF: the README of the checks by EN 16931 says more. */
const { VERAPDF } = process.env

const folder = mkdtempSync(join(tmpdir(), 'shop-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the program says of each file: "PASS …" or "FAIL …", a line each. */
function verdictsOf(files: readonly string[]): string[] {
  const { stdout } = spawnSync(VERAPDF ?? '', ['--flavour', '3b', '--format', 'text', ...files], {
    encoding: 'utf8',
  })
  return stdout.match(/^(?:PASS|FAIL)\b.*/gm) ?? []
}

// The program is not in the project.
describe.skipIf(VERAPDF === undefined)('by veraPDF', () => {
  const files: string[] = []
  beforeAll(async () => {
    for (const document of Object.values(SAMPLE_INVOICES))
      for (const seller of [document.seller, {}]) {
        const file = join(folder, `${files.length}.pdf`)
        writeFileSync(file, await renderInvoice(frozenPaper({ ...document, seller }, termsOf({ seller }))))
        files.push(file)
      }
  }, 60_000)

  test('all invoices, credit notes and samples are PDF/A-3b', { timeout: 300_000 }, () => {
    const verdicts = verdictsOf(files)
    expect(verdicts).toHaveLength(files.length)
    expect(verdicts.filter((verdict) => !verdict.startsWith('PASS'))).toEqual([])
  })

  test('a wrong document is found', { timeout: 60_000 }, async () => {
    const [document] = Object.values(SAMPLE_INVOICES)
    const bytes = document ? await renderInvoice(frozenPaper(document, termsOf(document))) : ''
    const file = join(folder, 'wrong.pdf')
    const wrong = Buffer.from(bytes).toString('latin1').replace('/AFRelationship', '/AFRelationshiq')
    writeFileSync(file, wrong, 'latin1')
    expect(verdictsOf([file])).toEqual([expect.stringMatching(/^FAIL/)])
  })
})
