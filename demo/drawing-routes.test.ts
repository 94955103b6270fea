import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawingRoutes } from './drawing-routes.ts'

test('a drawing is sent compressed to who can read that, and an unknown one is not found', async () => {
  const routes = drawingRoutes()
  const ask = async (sku: string, encoding = 'identity') => {
    const headers = { 'Accept-Encoding': encoding }
    const answer = await routes.request(`/drawings/${sku}.svg`, { headers })
    const encoded = answer.headers.get('Content-Encoding')
    return { status: answer.status, encoded, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const plain = await ask('HX-933-M8-40')
  expect([plain.status, plain.encoded]).toEqual([200, null])
  expect(plain.bytes.toString()).toContain('<svg')
  const packed = await ask('HX-933-M8-40', 'br, gzip')
  const unpack = packed.encoded === 'br' ? brotliDecompressSync : gunzipSync
  expect(unpack(packed.bytes)).toEqual(plain.bytes)
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
  expect((await ask('NO-PART')).status).toBe(404)
})
