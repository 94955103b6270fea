import { adjustingRing } from '#features/models/standard-tables.ts'
import type { DemoPart } from '../demo-part.ts'
import { DENSITY, madePart } from './rules.ts'
import { materialOf, rowOf } from './sizes.ts'
import { cylinderVolume, gearArea, outerEdgeVolume, tubeVolume } from './volumes.ts'

const C45 = materialOf(DENSITY.steel, 9, ['DE', 'IT', 'CZ'], { material: 'Steel C45' })
const ZINC = materialOf(DENSITY.steel, 4.5, ['CZ', 'PL', 'DE'], { material: 'Steel', finish: 'Zinc plated' })

/** ISO 54, series I. How wide a gear is and its bore are no standard's: 10 modules, and one of these bores. */
const MODULES = [1, 1.5, 2, 2.5, 3]
const TEETH = [12, 15, 18, 20, 24, 25, 30, 36, 40, 50, 60]
const BORES = [4, 5, 6, 8, 10, 12, 15, 20, 25]

/** Spur gears by module and teeth, and adjusting rings. */
export const gearsAndCollars = (): DemoPart[] => [
  ...MODULES.flatMap((module) => TEETH.map((teeth) => gear(module, teeth))),
  ...adjustingRing.sizes.map((size) => collar(Number(size))),
]

/** With the profile of ISO 53, without a hub. */
function gear(module: number, teeth: number): DemoPart {
  const [pitch, outer, width] = [module * teeth, module * (teeth + 2), module * 10]
  const bore = BORES.findLast((one) => one <= pitch * 0.4) ?? 4
  return madePart({
    sku: `GR-${module * 10}-${teeth}`,
    name: `Spur gear module ${module}, ${teeth} teeth, bore ${bore}`,
    category: 'gears-and-collars',
    kind: 'spur-gear',
    description: `Module ${module} (ISO 54), ${teeth} teeth to ISO 53, 20° pressure angle, pitch circle ${pitch} mm, ${outer} mm outside, ${width} mm wide, bore ${bore} mm H7, no hub, steel C45, milled. For drives and feed gears.`,
    attributes: { bore, outer, width, module, teeth, standard: 'ISO 53' },
    material: C45,
    volume: gearArea(module, teeth) * width - cylinderVolume(bore, width),
    work: 3.2 + teeth * 0.06 + module * 0.9,
    customsCode: '848390',
  })
}

/** An adjusting ring. Its edges are broken by a twentieth of the width, as in the model. */
function collar(bore: number): DemoPart {
  const { outer, width, screw } = rowOf(adjustingRing, bore)
  return madePart({
    sku: `CO-705-${bore}`,
    name: `Adjusting ring ${bore} mm, form A, DIN 705`,
    category: 'gears-and-collars',
    kind: 'shaft-collar',
    description: `DIN 705-A, bore ${bore} mm, outside ${outer} mm, ${width} mm wide, steel, zinc plated, with an M${screw} set screw. A stop for shafts, axles and levers that can be moved at any time.`,
    attributes: { bore, outer, width, standard: 'DIN 705' },
    material: ZINC,
    volume:
      tubeVolume(bore, outer, width) -
      2 * outerEdgeVolume(outer, width * 0.05) -
      cylinderVolume(screw, (outer - bore) / 2),
    work: 0.4 + bore * 0.012,
    customsCode: '732690',
  })
}
