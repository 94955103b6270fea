import { expect, test } from 'vitest'
import { limitMemory, startOpenCascade } from './opencascade.ts'

test('OpenCascade gets no more memory than the limit', { timeout: 60_000 }, async () => {
  const oc = await startOpenCascade()
  const { wasmMemory } = oc
  const before = wasmMemory.buffer.byteLength
  limitMemory(oc, before + 2 * 65_536, () => {
    throw new Error('It is full')
  })
  wasmMemory.grow(2)
  expect(() => wasmMemory.grow(1)).toThrow('It is full')
  expect(wasmMemory.buffer.byteLength).toBe(before + 2 * 65_536)
})
