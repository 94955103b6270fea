import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPackage } from '../../scripts/programs/install.ts'
import { createTestApp, readDocument, type TestApp } from '../support/test-app.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CLIENT = join(import.meta.dirname, 'client.ts')
const TYPES = join(import.meta.dirname, 'api.ts')

/** The output of a tool that fails; empty when it succeeds. */
function errorsOf(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? '' : `ended with ${status}:\n${stdout}${stderr}`
}

/** Writes the types of the document beside the client, as somebody who writes one would. */
async function generateTypes({ app }: TestApp): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-api-'))
  const document = join(folder, 'openapi.json')
  writeFileSync(document, JSON.stringify(await readDocument(app)))
  const generator = join(installPackage('openapi-typescript'), 'node_modules', '.bin', 'openapi-typescript')
  const errors = errorsOf(generator, document, '--output', TYPES)
  rmSync(folder, { recursive: true })
  return errors
}

// The document is the same on every database, and so is the file that is written from it.
describe.runIf(!process.env.TEST_DATABASE_URL)('a client generated from the OpenAPI document', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(async () => {
    rmSync(TYPES, { force: true })
    await shop[Symbol.asyncDispose]()
  })

  test('compiles, as strictly as the shop itself', { timeout: 120_000 }, async () => {
    expect(await generateTypes(shop)).toBe('')
    expect(errorsOf('node_modules/.bin/tsc', '--project', 'tests/api-client')).toBe('')
  })

  test('orders and cancels, and is refused what its types refuse', async () => {
    // By its address, since it compiles only where its types are.
    const { orderAndCancel, misuse } = await import(CLIENT)
    const send = async (request: Request) => shop.app.fetch(request)
    const product = await shop.addProduct()
    const done = await orderAndCancel(send, (await shop.register()).token)
    expect(done).toMatchObject({ product: product._id, deleted: 1, gone: 'not_found' })
    expect(done.placed).toMatchObject({ productId: product._id, quantity: 100, totalPrice: 4.25 })
    expect(done.read).toEqual(done.placed)
    expect(await misuse(send)).toEqual([401, 404, 404])
  })
})
