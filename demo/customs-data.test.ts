import { expect, test } from 'vitest'
import { newProductSchema } from '#features/catalog/schema.ts'
import { sampleModel } from '#tests/support/sample-drawings.ts'
import { type DemoPart, kindOf, toProduct } from './demo-part.ts'
import { demoParts } from './parts.ts'

const named = demoParts.map((part) => [part.sku, part] as const)

// Areas in mm², volumes in mm³.
const round = (diameter: number): number => (Math.PI / 4) * diameter ** 2
const ring = (outer: number, inner: number): number => round(outer) - round(inner)
const hexagon = (flats: number): number => (Math.sqrt(3) / 2) * flats ** 2
const cone = (from: number, to: number, height: number): number =>
  (Math.PI / 12) * height * (from ** 2 + from * to + to ** 2)
/** Of a thread: about that of its pitch diameter. */
const threaded = (thread: number, pitch: number): number => round(thread - 0.65 * pitch)
const PITCHES: Readonly<Record<number, number>> = { 6: 1, 8: 1.25 }
const tapped = (thread: number): number => threaded(thread, PITCHES[thread] ?? Number.NaN)
const coiled = (wire: number, outer: number, coils: number): number =>
  round(wire) * Math.PI * (outer - wire) * coils

/** The dimensions of all shapes. A kind has those that its volume needs. */
type Measures = Readonly<
  Record<
    | 'bore'
    | 'coils'
    | 'diameter'
    | 'flangeWidth'
    | 'flats'
    | 'head'
    | 'headHeight'
    | 'height'
    | 'hole'
    | 'hub'
    | 'hubLength'
    | 'inner'
    | 'length'
    | 'module'
    | 'outer'
    | 'pitch'
    | 'section'
    | 'socket'
    | 'teeth'
    | 'thickness'
    | 'threadLength'
    | 'wall'
    | 'width'
    | 'wire',
    number
  > &
    Partial<Record<'dome' | 'edge' | 'flange' | 'hexagonHeight', number>>
>

/** The volumes of the kinds of which the dimensions of the shape say enough; a thread is thinner than its nominal diameter. */
const VOLUMES: Readonly<Record<string, (measures: Measures) => number>> = {
  'hex-screw': (part) =>
    hexagon(part.flats) * part.headHeight * (part.flange ? 0.85 : 0.97) +
    (part.flange ? 1.6 * ring(part.flange, part.flats) : 0) +
    threaded(part.diameter, part.pitch) * part.threadLength +
    round(part.diameter) * (part.length - part.threadLength),
  'cap-screw': (part) =>
    round(part.head) * part.headHeight * (part.edge === undefined ? 0.65 : 1) -
    hexagon(part.socket) * part.headHeight * 0.5 +
    threaded(part.diameter, part.pitch) * part.threadLength +
    round(part.diameter) * (part.length - part.threadLength),
  'countersunk-screw': (part) =>
    cone(part.head, part.diameter, part.headHeight) * 0.85 +
    threaded(part.diameter, part.pitch) * (part.length - part.headHeight),
  'set-screw': (part) => threaded(part.diameter, part.pitch) * part.length - hexagon(part.socket) * 4,
  'threaded-rod': (part) => threaded(part.diameter, part.pitch) * part.length,
  'hex-nut': ({ flats, height, diameter, hexagonHeight = height, dome, flange }) => {
    if (dome !== undefined)
      return (
        hexagon(flats) * hexagonHeight + 0.8 * round(dome) * (height - hexagonHeight) - tapped(diameter) * 8
      )
    return (
      hexagon(flats) * hexagonHeight * 0.97 +
      (flange === undefined ? 0 : 1.8 * ring(flange, flats)) +
      // The collar of a self-locking nut holds a ring of plastic.
      ring(flats * 0.88, diameter * 1.2) * (height - hexagonHeight) -
      tapped(diameter) * hexagonHeight
    )
  },
  washer: (part) => ring(part.outer, part.inner) * part.thickness * (part.teeth ? 0.75 : 1),
  'spring-washer': (part) => ring(part.outer, part.inner) * part.thickness * 0.9,
  'disc-spring': (part) => ring(part.outer, part.inner) * part.thickness,
  'flanged-bush': (part) =>
    ring(part.outer, part.bore) * part.length +
    ring(part.flange ?? part.outer, part.outer) * part.flangeWidth,
  'wrapped-bush': (part) => ring(part.outer, part.bore) * part.length,
  'o-ring': (part) => round(part.section) * Math.PI * (part.inner + part.section),
  'compression-spring': (part) => coiled(part.wire, part.outer, part.coils + 2),
  'dowel-pin': (part) => round(part.diameter) * part.length,
  'spring-pin': (part) => ring(part.diameter + 0.2, part.diameter + 0.2 - 2 * part.wall) * part.length * 0.9,
  'clevis-pin': (part) =>
    round(part.diameter) * part.length +
    round(part.head) * part.headHeight -
    round(part.hole) * part.diameter,
  'parallel-key': (part) => ((part.length - part.width) * part.width + round(part.width)) * part.height,
  'disc-magnet': (part) => round(part.diameter) * part.height,
  'spur-gear': (part) =>
    round(part.module * part.teeth) * part.width +
    round(part.hub) * part.hubLength -
    round(part.bore) * (part.width + part.hubLength),
  'shaft-collar': (part) => ring(part.outer, part.bore) * part.width,
}

/** In g/cm³, by what the name of a material begins with; else that of steel. */
const DENSITIES: Readonly<Record<string, number>> = {
  'Stainless steel': 7.9,
  Sintered: 6.6,
  NBR: 1.2,
  Neodymium: 7.5,
}
const STEEL = 7.85

const densityOf = ({ attributes }: DemoPart): number =>
  Object.entries(DENSITIES).find(([name]) => String(attributes.material).startsWith(name))?.[1] ?? STEEL

function volumeOf(part: DemoPart): number | undefined {
  const model = sampleModel(part)
  if ('reason' in model) return undefined
  const isToothed = part.attributes.standard === 'DIN 6798'
  return VOLUMES[kindOf(part)]?.({ ...model.dimensions, ...(isToothed && { teeth: 1 }) } as Measures)
}

const measured = named.filter(([, part]) => volumeOf(part) !== undefined)

test('most parts are compared with the weight of their volume', () => {
  expect(measured.length).toBeGreaterThanOrEqual(33)
})

test.each(measured)('%s weighs what its measures and its material say', (_sku, part) => {
  const grams = ((volumeOf(part) ?? 0) * densityOf(part)) / 1000
  expect(part.weight / grams).toBeGreaterThan(0.85)
  expect(part.weight / grams).toBeLessThan(1.15)
})

/** Of parts whose volume is inside of them, or not in their drawing: by what catalogues of makers say, in grams. */
const CATALOGUED: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'CB-603-M8-60': [26, 31],
  'EB-580-M10': [100, 120],
  'NW-315-M6': [8.5, 12.5],
  'BB-608-2RS': [11, 13],
  'BB-6204-2RS': [100, 112],
  'BB-6305': [220, 240],
  'BF-F608-2Z': [12, 14],
  'BN-HK1612': [10, 12],
  'BT-51105': [54, 60],
  'BR-30205': [147, 160],
  'BL-LM8UU': [14, 17],
  'RR-471-20': [1.2, 1.4],
  'RR-472-32': [2.1, 2.5],
}

test.each(Object.entries(CATALOGUED))('%s weighs what makers say', (sku, [from, to]) => {
  const weight = demoParts.find((part) => part.sku === sku)?.weight
  expect(weight).toBeGreaterThanOrEqual(from)
  expect(weight).toBeLessThanOrEqual(to)
})

/** The headings of the Harmonized System for each kind of drawing. */
const HEADINGS: readonly (readonly [kinds: RegExp, code: RegExp])[] = [
  [/screw$|^carriage-bolt$|^eye-bolt$|^threaded-rod$/, /^731815/],
  [/nut$/, /^731816/],
  [/^spring-washer$/, /^731821/],
  [/^washer$/, /^73182[12]/],
  [/^(cotter-pin|parallel-key|retaining-ring|e-clip)$/, /^731824/],
  [/^(dowel|spring|clevis)-pin$/, /^731829/],
  [/^blind-rivet$/, /^761610/],
  [/^(disc|compression|tension)-spring$/, /^7320[29]0/],
  [/^(ball|thrust|linear)-bearing$/, /^848210/],
  [/^tapered-bearing$/, /^848220/],
  [/^needle-bearing$/, /^848240/],
  [/bush$/, /^848330/],
  [/^spur-gear$/, /^848390/],
  [/^o-ring$/, /^401693/],
  [/^shaft-seal$/, /^848790/],
  [/^rubber-buffer$/, /^401699/],
  [/^push-in-fitting$/, /^741220/],
  [/^push-in-elbow$/, /^391740/],
  [/^cable-gland$/, /^392690/],
  [/^(hose-clamp|shaft-collar)$/, /^732690/],
  [/^(angle-bracket|bridge-handle|hinge)$/, /^8302(10|4)/],
  [/^star-knob$/, /^732510/],
  [/^disc-magnet$/, /^850511/],
]

test.each(named)(
  '%s has a customs code of its kind, and a weight and an origin as they are stored',
  (_sku, part) => {
    const [[, code] = []] = HEADINGS.filter(([kinds]) => kinds.test(kindOf(part)))
    expect(part.customsCode).toMatch(code ?? /^never$/)
    const { weight, origin, customsCode, leadDays } = newProductSchema.parse(toProduct(part))
    expect({ weight, origin, customsCode, leadDays }).toEqual({
      weight: part.weight,
      origin: part.origin,
      customsCode: part.customsCode,
      leadDays: part.leadDays,
    })
  },
)

test('parts come from at least 10 countries, and a few are made to order', () => {
  expect(new Set(demoParts.map(({ origin }) => origin)).size).toBeGreaterThanOrEqual(10)
  const made = demoParts.filter(({ leadDays = 0 }) => leadDays > 0)
  expect(made.length).toBeGreaterThanOrEqual(3)
  expect(made.length).toBeLessThanOrEqual(6)
})
