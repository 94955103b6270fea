import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPackage } from '../../scripts/programs/install.ts'
import { ROOT } from '../support/project.ts'
import { createTestApp, readDocument, type TestApp } from '../support/test-app.ts'

const CLIENT = join(import.meta.dirname, 'client.ts')
const TYPES = join(import.meta.dirname, 'api.ts')

/** The output of a failing tool; empty if it succeeds. */
function errorsOf(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? '' : `ended with ${status}:\n${stdout}${stderr}`
}

/** Generates the types of the OpenAPI document beside the client. */
async function generateTypes({ app }: TestApp): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-api-'))
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(await readDocument(app)))
  const generator = join(installPackage('openapi-typescript'), 'node_modules', '.bin', 'openapi-typescript')
  const errors = errorsOf(generator, document, '--output', TYPES)
  rmSync(folder, { recursive: true })
  return errors
}

// The document is the same on every database, and the generated file too.
describe.runIf(!process.env.TEST_DATABASE_URL)('a client generated from the OpenAPI document', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(async () => {
    rmSync(TYPES, { force: true })
    await shop[Symbol.asyncDispose]()
  })

  test('compiles with the strict compiler options of the shop', { timeout: 120_000 }, async () => {
    expect(await generateTypes(shop)).toBe('')
    expect(errorsOf('node_modules/.bin/tsc', '--project', 'tests/api-client')).toBe('')
  })

  test('orders and cancels, and its type errors are refused by the shop too', async () => {
    // A dynamic import, because the client compiles only with the generated types.
    const { orderAndCancel, misuse } = await import(CLIENT)
    const send = async (request: Request) => shop.app.fetch(request)
    const product = await shop.addProduct()
    const done = await orderAndCancel(send, (await shop.register()).token)
    expect(done).toMatchObject({ product: product._id, deleted: 1, cancelledAt: expect.any(String) })
    expect(done.placed).toMatchObject({ productId: product._id, quantity: 100, totalPrice: 4.25 })
    expect(done.read).toEqual({ ...done.placed, events: expect.any(Array), shipments: [] })
    expect(await misuse(send)).toEqual([401, 404, 404])
  })
})
