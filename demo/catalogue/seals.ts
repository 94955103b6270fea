import type { DemoPart } from '../demo-part.ts'
import { DENSITY, madePart } from './rules.ts'
import { materialOf, rowsOf } from './sizes.ts'
import { torusVolume } from './volumes.ts'

/** The rubbers of O-rings: how warm they may get, and what for. */
const RUBBERS = [
  {
    material: rubber('NBR', DENSITY.nbr, 11, 70, 100),
    says: 'NBR with 70 Shore A, −30 to 100 °C. Seals oil, water and air in cylinders, valves and flanges.',
    work: 0.018,
  },
  {
    material: rubber('FKM', DENSITY.fkm, 65, 75, 200),
    says: 'FKM with 75 Shore A, −20 to 200 °C. Seals hot oil, fuel and chemicals in engines and pumps.',
    work: 0.05,
  },
]

function rubber(name: string, density: number, perKg: number, shore: number, temperature: number) {
  return materialOf(density, perKg, ['IT', 'DE', 'CN'], { material: name, shore, temperature }, name)
}

/**
 * ISO 3601-1 and SAE AS568: section in mm, the first size code, and the inside diameters of it and the next ones in thousandths
 * of an inch, from which both standards reckon millimetres.
 */
const O_RINGS = rowsOf(`
  1.78 6 114 145 176 208 239 301 364 426 489 551 614 676 739 801 864 926 989 1051 1114 1176 1239 1301 1364 1489 1614,
  2.62 106 174 206 237 299 362 424 487 549 612 674 737 799 862 924 987 1049 1112 1174 1237 1299 1362 1424 1487 1549
    1612 1674 1737 1799,
  3.53 201 171 234 296 359 421 484 546 609 671 734 796 859 921 984 1046 1109 1171 1234 1296 1359 1421 1484 1609 1734
    1859 1984,
  5.33 309 412 475 537 600 662 725 787 850 912 975 1037 1100 1162 1225 1287 1350 1475 1600 1725
`)

/** O-rings of the sections 1.78 to 5.33 mm, and rotary shaft seals of form A. */
export const seals = (): DemoPart[] => [...oRings(), ...shaftSeals()]

const oRings = (): DemoPart[] =>
  O_RINGS.flatMap(([section = 0, first = 0, ...inner]) =>
    inner.flatMap((thousandths, at) =>
      RUBBERS.map(({ says, work, material }) => {
        const { code, attributes } = material
        const size = String(first + at).padStart(3, '0')
        // In whole numbers, so that halves of a hundredth are rounded up.
        const inside = Math.round((thousandths * 254) / 100) / 100
        return madePart({
          sku: `OR-3601-${size}-${code}`,
          name: `O-ring ${inside} × ${section}, ${code} ${attributes.shore}, ISO 3601-1`,
          category: 'seals',
          kind: 'o-ring',
          description: `ISO 3601-1 size ${size}, ${inside} mm inside, section ${section} mm, ${says}`,
          attributes: { inner: inside, section, standard: 'ISO 3601-1' },
          material,
          volume: torusVolume(inside, section),
          work,
          customsCode: '40169350',
        })
      }),
    ),
  )

// The rubber with its steel insert and its spring.
const SEAL = materialOf(4, 18, ['DE', 'CZ', 'IT'], { material: 'NBR', temperature: 100 })

/** ISO 6194-1, DIN 3760: shaft, then the bores for it. They are 7 mm wide for shafts up to 30 mm, then 8 mm. */
const SHAFT_SEALS = rowsOf(`
  8 22 24, 10 22 25, 12 25 30, 15 26 30 35, 16 30, 18 30 35, 20 35 40, 22 35 40 47, 25 40 47 52,
  28 40 47 52, 30 42 47 52, 32 45 47 52, 35 50 52 55, 38 55 62, 40 55 62, 42 55 62, 45 62 65,
  50 68 72
`)

/** What a section takes of its ring by width and thickness, and how far its centre is from the shaft; as in the model. */
const SECTION = { area: 0.495, centre: 0.548 }

const shaftSeals = (): DemoPart[] =>
  SHAFT_SEALS.flatMap(([inner = 0, ...outers]) =>
    outers.map((outer) => {
      const width = inner > 30 ? 8 : 7
      const thick = (outer - inner) / 2
      return madePart({
        sku: `SS-3760-${inner}-${outer}-${width}`,
        name: `Rotary shaft seal ${inner} × ${outer} × ${width}, DIN 3760 A`,
        category: 'seals',
        kind: 'shaft-seal',
        description: `DIN 3760-A / ISO 6194, for shafts of ${inner} mm, bore ${outer} mm, width ${width} mm, NBR up to 100 °C with steel insert and spring. Keeps oil in gearboxes, axles and pumps.`,
        attributes: { inner, outer, width, standard: 'DIN 3760 / ISO 6194' },
        material: SEAL,
        volume: 2 * Math.PI * width * thick * SECTION.area * (inner / 2 + thick * SECTION.centre),
        work: 0.36 + outer * 0.004,
        customsCode: '848790',
      })
    }),
  )
