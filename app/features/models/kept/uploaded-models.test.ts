import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { findShape } from '../shapes/shapes.ts'
import { createModelFiles, type ModelFiles } from './model-files.ts'

let shop: TestShop
let models: ModelFiles
/** A nut of M8 as the shop draws it. */
let step: string

beforeAll(async () => {
  shop = await createTestShop()
  models = createModelFiles(shop)
  const nut = findShape('hexagon-nut')?.model({ thread: 'M8', standard: 'DIN 934' })
  if (!nut || 'reason' in nut) throw new Error(nut?.reason)
  step = await vi.waitFor(() => textOf(models.find(nut, 'step')), { timeout: 100_000, interval: 100 })
}, 120_000)
afterAll(async () => {
  await models.close()
  await shop[Symbol.asyncDispose]()
})

const textOf = async (made: ReturnType<ModelFiles['find']>): Promise<string> => {
  const file = await made
  if ('reason' in file) throw new Error(file.reason)
  return file.content.toString('utf8')
}

/** The file with more entities at the end of its data. */
const withEntities = (entities: string): Buffer =>
  Buffer.from(step.replace('ENDSEC;\nEND-ISO', `${entities}\nENDSEC;\nEND-ISO`))

const scaled = (exponent: number): Buffer =>
  Buffer.from(
    step.replace(
      /(CARTESIAN_POINT\('[^']*',\()([^)]*)/g,
      (_, start: string, numbers: string) =>
        start +
        numbers
          .split(',')
          .map((number) =>
            (Number(number) * 10 ** exponent).toExponential(9).replace('e+', 'E').replace('e', 'E'),
          )
          .join(','),
    ),
  )

test.each([
  [
    'lists in each other deeper than a reader can go',
    () => withEntities(`#90000=A(${'('.repeat(100_000)}${')'.repeat(100_000)});`),
  ],
  [
    'a solid that contains itself',
    () => {
      const [, id, items] =
        /(#\d+)\s*=\s*ADVANCED_BREP_SHAPE_REPRESENTATION\('[^']*',\(([^)]*)\)/.exec(step) ?? []
      const axis = /#\d+(?=\s*=\s*AXIS2_PLACEMENT_3D)/.exec(step)?.[0]
      const copies = `#90000=REPRESENTATION_MAP(${axis},${id});\n#90001=MAPPED_ITEM('',#90000,${axis});`
      return Buffer.from(String(withEntities(copies)).replace(`(${items})`, `(${items},#90001)`))
    },
  ],
  ['a solid that is smaller than anything', () => scaled(-30)],
  ['a solid of a thousand kilometres', () => scaled(8)],
])('%s is refused with a reason, and the next file is read', { timeout: 120_000 }, async (_, file) => {
  expect(await models.check(file())).toMatch(/^it /)
  expect(await models.check(Buffer.from(step))).toBeUndefined()
})
