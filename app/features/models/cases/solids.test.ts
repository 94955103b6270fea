import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { bearingCases } from '#tests/cases/models/bearing-cases.ts'
import { machinePartCases } from '#tests/cases/models/machine-part-cases.ts'
import { screwCases } from '#tests/cases/models/screw-cases.ts'
import type { Values } from '#tests/cases/models/shape-case.ts'
import { wrongEdges } from '#tests/support/step-edges.ts'
import { installPackage } from '../../../../scripts/programs/install.ts'
import { nameStep } from '../files/step.ts'
import { findShape } from '../shapes/shapes.ts'
import { WrongSolid } from '../solids/check-solid.ts'
import { makeModel } from '../solids/make-model.ts'

/** How many solids are made of each shape. */
const RUNS = Number(process.env.MODEL_RUNS ?? 1)

/** A part of OpenCascade of its own, of another version, that reads STEP files as meshes. */
interface SecondReader {
  ReadStepFile(
    content: Uint8Array,
    options: object,
  ): {
    success: boolean
    root: { name: string; children: { name: string }[] }
    meshes: { name: string; attributes: { position: { array: number[] } } }[]
  }
}

let reader: SecondReader

beforeAll(async () => {
  const home = installPackage('occt-import-js')
  const start: () => Promise<SecondReader> = createRequire(join(home, 'package.json'))('occt-import-js')
  reader = await start()
})

describe.each([...screwCases, ...bearingCases, ...machinePartCases])('$slug', ({ slug, given, volume }) => {
  test('is one closed solid of its size and volume, which a second reader finds under its part number', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (values) => {
        const model = findShape(slug)?.model(values)
        if (!model || 'reason' in model) throw new Error(model?.reason)
        // It rejects what is not one closed solid of this size.
        const made = await makeModel(model, 'step')
        expect(wrongEdges(String(made.file)).wrong).toEqual([])
        if (volume) expectClose(made.volume, volume(values, lengthsOf(model.dimensions)))
        const number = `${slug} Ø'5 ½"\\`
        const found = readStep(nameStep(String(made.file), number))
        expect(found.names).toEqual([number])
        for (const [axis, length] of model.size.entries()) {
          // Triangles lie inside of round surfaces, and near the edges of a cut wire.
          expect(found.size[axis]).toBeLessThan(length * 1.005 + 0.01)
          expect(found.size[axis]).toBeGreaterThan(length * 0.98 - 0.01)
        }
      }),
      { numRuns: RUNS },
    )
  })
})

// OpenCascade left the upper end of this one as it was wound.
test('a spring of thin wire is ground at both ends', async () => {
  const model = findShape('compression-spring')?.model({ wire: 0.5, outer: 2.503, length: 4.4, rate: 22.64 })
  if (!model || 'reason' in model) throw new Error(model?.reason)
  expect((await makeModel(model, 'step')).volume).toBeCloseTo(6.39, 1)
})

test('a solid of another size, of two pieces or of nothing is refused with the reason', async () => {
  const cube = (at: number) =>
    ({
      prism: [
        [at, 0],
        [at + 1, 0],
        [at + 1, 1],
        [at, 1],
      ],
      from: 0,
      to: 1,
    }) as const
  await expect(makeModel({ body: cube(0), size: [1, 1, 1.02] }, 'step')).rejects.toThrow(
    'it is 1.000 × 1.000 × 1.000 mm, not 1.000 × 1.000 × 1.020 mm',
  )
  await expect(makeModel({ body: { fused: [cube(0), cube(2)] }, size: [3, 1, 1] }, 'step')).rejects.toThrow(
    'it is 2 solids, not one',
  )
  await expect(makeModel({ body: { cut: cube(0), by: [cube(0)] }, size: [1, 1, 1] }, 'step')).rejects.toThrow(
    WrongSolid,
  )
  // What OpenCascade throws becomes an error with a text.
  await expect(makeModel({ body: cube(Number.NaN), size: [1, 1, 1] }, 'step')).rejects.toThrow(WrongSolid)
  // It works on.
  await expect(makeModel({ body: cube(0), size: [1, 1, 1] }, 'step')).resolves.toMatchObject({
    size: [1, 1, 1],
  })
})

function expectClose(volume: number, exact: number): void {
  expect(Math.abs(volume / exact - 1), `${volume} mm³, in closed form ${exact} mm³`).toBeLessThan(0.001)
}

const lengthsOf = (dimensions: Values): Record<string, number> =>
  Object.fromEntries(
    Object.entries(dimensions).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )

function readStep(text: string): { names: string[]; size: number[] } {
  const { success, meshes, root } = reader.ReadStepFile(new TextEncoder().encode(text), {
    linearUnit: 'millimeter',
    linearDeflectionType: 'bounding_box_ratio',
    linearDeflection: 0.002,
    angularDeflection: 0.3,
  })
  expect(success).toBe(true)
  expect(meshes).toHaveLength(1)
  const coordinates = meshes[0]?.attributes.position.array ?? []
  const size = [0, 1, 2].map((axis) => {
    const values = coordinates.filter((_, at) => at % 3 === axis)
    return (
      values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity)
    )
  })
  return { names: root.children.map(({ name }) => name), size }
}
