import { expect, test } from 'vitest'
import { dxfOf } from './dxf.ts'
import { glbOf } from './glb.ts'
import { readGlb } from './read-glb.ts'
import { nameStep, stepString, unnamedStep } from './step.ts'

test.each([
  ['HX-933-M8-40', 'HX-933-M8-40'],
  [`5 1/2" 'L'`, `5 1/2" ''L''`],
  ['a\\b', 'a\\\\b'],
  ['Ø8', '\\X2\\00D8\\X0\\8'],
  ['螺丝-1', '\\X2\\87BA4E1D\\X0\\-1'],
  ['🔩', '\\X4\\0001F529\\X0\\'],
  ['a\nb\u0000', 'a\\X2\\000A\\X0\\b\\X2\\0000\\X0\\'],
  ['\ud800', '\\X2\\FFFD\\X0\\'],
  // What replaces text in JavaScript.
  ["$& $1 $'", "$& $1 $''"],
])('the part number %j is the string %s of ISO 10303-21', (partNumber, string) => {
  expect(stepString(partNumber)).toBe(string)
  const named = nameStep(unnamedStep(WRITTEN), partNumber)
  expect(named).toContain(`PRODUCT('${string}','${string}','',(#8));`)
  expect(named).toContain(`FILE_NAME('${string}','2000-01-01T00:00:00'`)
})

const WRITTEN = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('Open CASCADE Model'),'2;1');
FILE_NAME('Open CASCADE Shape Model','2026-11-26T20:23:25',('Author'),(
    'Open CASCADE'),'Open CASCADE STEP processor 8.0','Open CASCADE 8.0'
  ,'Unknown');
FILE_SCHEMA(('AP242'));
ENDSEC;
DATA;
#6 = PRODUCT_DEFINITION_FORMATION('','',#7);
#7 = PRODUCT('Open CASCADE STEP translator 8.0 1',
  'Open CASCADE STEP translator 8.0 1','',(#8));
ENDSEC;
END-ISO-10303-21;
`

test('a STEP file says nothing of when it was written', () => {
  expect(unnamedStep(WRITTEN)).not.toMatch(/2026|Author|translator/)
  expect(unnamedStep(WRITTEN)).toContain("FILE_SCHEMA(('AP242'));")
  expect(() => unnamedStep(WRITTEN.replace('#7 = PRODUCT(', '#7 = THING('))).toThrow(
    'no header or no product',
  )
})

test.each([3, 70_000])('a GLB of %i corners is read as it was written', (corners) => {
  const positions = Float32Array.from({ length: corners * 3 }, (_, at) => at)
  const normals = Float32Array.from({ length: corners * 3 }, (_, at) => (at % 3 === 2 ? 1 : 0))
  const triangles = new Uint32Array([0, corners - 2, corners - 1])
  const read = readGlb(glbOf({ positions, normals, triangles }, [1, 2.5, 3]).buffer)
  expect([...read.triangles]).toEqual([...triangles])
  expect(read.size).toEqual([1, 3, 2.5])
  expect([read.positions.length, read.normals.length]).toEqual([positions.length, normals.length])
  const lengths = [...read.positions.subarray(3, 6)].map((metres) => Math.round(metres * 1000))
  expect(lengths).toEqual([3, 5, -4])
  expect([...read.normals.subarray(0, 3)]).toEqual([0, 1, -0])
})

test('a file that is no GLB, or has no surface, is not read', () => {
  expect(() => readGlb(new TextEncoder().encode('no such file at all').buffer)).toThrow('This is no GLB.')
  const file = glbOf(
    { positions: new Float32Array(9), normals: new Float32Array(9), triangles: new Uint32Array(3) },
    [1, 1, 1],
  )
  const text = new TextDecoder('latin1').decode(file).replace('"indices":2', '"indices":9')
  expect(() => readGlb(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer)).toThrow('no surface')
})

test('a GLB is in metres with Y upwards, in whole words, with the box of its positions', () => {
  const mesh = {
    positions: new Float32Array([0, 0, 0, 10, 0, 0, 0, 20, 30]),
    normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 1, 0]),
    triangles: new Uint32Array([0, 1, 2]),
  }
  const file = glbOf(mesh, [10, 20, 30])
  const view = new DataView(file.buffer)
  const word = (at: number) => view.getUint32(at, true)
  expect([word(0), word(4), word(8)]).toEqual([0x46546c67, 2, file.length])
  const jsonLength = word(12)
  const json = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + jsonLength)))
  const binary = 20 + jsonLength + 8
  expect([jsonLength % 4, word(binary - 8), word(binary - 4)]).toEqual([0, file.length - binary, 0x004e4942])
  expect(json.buffers).toEqual([{ byteLength: file.length - binary }])
  const [box] = json.accessors
  expect([...box.min, ...box.max].map((length: number) => Math.round(length * 1000))).toEqual([
    0, 0, -20, 10, 30, 0,
  ])
  const floats = new Float32Array(file.buffer.slice(binary, binary + 72))
  expect([...floats.subarray(6, 9)].map((length) => Math.round(length * 1000))).toEqual([0, 30, -20])
  // The normal of the last corner points to Y of the part, away from the viewer.
  expect([...floats.subarray(15, 18)]).toEqual([0, 0, -1])
  const [, , indices] = json.bufferViews
  expect([
    ...new Uint16Array(file.buffer.slice(binary + indices.byteOffset, binary + indices.byteOffset + 6)),
  ]).toEqual([0, 1, 2])
})

test('a DXF has both views, the one from above below the other, hidden lines apart', () => {
  const dxf = dxfOf({
    front: {
      visible: [{ from: [0, 0], to: [10, 20] }],
      hidden: [
        {
          through: [
            [0, 0],
            [1, 2],
            [3, 4],
          ],
        },
      ],
    },
    top: {
      visible: [{ centre: [0, 0], radius: 5 }],
      hidden: [{ centre: [0, 0], radius: 4, start: 30, end: 210.5 }],
    },
  })
  const lines = dxf.split('\r\n')
  expect(lines.slice(-3)).toEqual(['0', 'EOF', ''])
  const groups = Array.from({ length: (lines.length - 1) / 2 }, (_, at) => [
    Number(lines[2 * at]),
    lines[2 * at + 1],
  ])
  expect(groups.filter(([code]) => !Number.isInteger(code))).toEqual([])
  const entities = groups.slice(groups.findIndex(([, value]) => value === 'ENTITIES'))
  const ofKind = (kind: string) => {
    const start = entities.findIndex(([code, value]) => code === 0 && value === kind)
    return entities.slice(start, start + 10).map(([code, value]) => `${code} ${value}`)
  }
  expect(ofKind('LINE').slice(0, 8)).toEqual([
    '0 LINE',
    '8 VISIBLE',
    '10 0.0',
    '20 0.0',
    '30 0.0',
    '11 10.0',
    '21 20.0',
    '31 0.0',
  ])
  expect(ofKind('POLYLINE').slice(0, 3)).toEqual(['0 POLYLINE', '8 HIDDEN', '66 1'])
  // Between them are 5 mm.
  expect(ofKind('CIRCLE').slice(0, 6)).toEqual([
    '0 CIRCLE',
    '8 VISIBLE',
    '10 0.0',
    '20 -10.0',
    '30 0.0',
    '40 5.0',
  ])
  expect(ofKind('ARC').slice(0, 8)).toEqual([
    '0 ARC',
    '8 HIDDEN',
    '10 0.0',
    '20 -10.0',
    '30 0.0',
    '40 4.0',
    '50 30.0',
    '51 210.5',
  ])
})
