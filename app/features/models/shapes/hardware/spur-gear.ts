import type { Outline, Point, Step } from '../../bodies/body.ts'
import { cylinder, polar, rectangle } from '../../bodies/outlines.ts'
import { count, length } from '../../defining/parameters.ts'
import { defineShape, isMore, type Sizes, wrong } from '../../defining/shape.ts'
import type { Piece } from '../../drawings/marks.ts'
import { diameterMeasure, inFront } from '../../drawings/measures.ts'
import { disc, turnedSection } from '../../drawings/section.ts'

/** ISO 53: the pressure angle in radians; tooth above and below the pitch circle, by the module. */
const PROFILE = { angle: (20 * Math.PI) / 180, above: 1, below: 1.25 }

/** Spur gears with straight teeth of the profile of ISO 53 without shift. Their flanks are arcs through three points of the involute. */
export const spurGear = defineShape({
  slug: 'spur-gear',
  name: 'Spur gear',
  standards: ['ISO 53'],
  hasOneStandard: true,
  parameters: [
    length.required('module', 'Module'),
    count.required('teeth', 'Teeth'),
    length.required('width', 'Face width'),
    length.required('bore', 'Bore'),
    length.optional('hub', 'Hub diameter'),
    length.optional('hubLength', 'Length of the hub'),
  ],
  complete(given) {
    const hub = given.maybe('hub')
    return {
      module: given.number('module'),
      teeth: given.number('teeth'),
      width: given.number('width'),
      bore: given.number('bore'),
      hub: hub ?? 0,
      hubLength: hub === undefined ? 0 : given.number('hubLength'),
    }
  },
  rules: (gear) => [
    (gear.teeth >= 12 && gear.teeth <= 200) ||
      wrong('teeth', 'A gear that can be drawn has 12 to 200 teeth.'),
    (gear.module >= 0.2 && gear.module <= 20) || wrong('module', 'The module must be 0.2 to 20 mm.'),
    isMore(rootOf(gear) * 2, gear.bore) ||
      wrong('bore teeth module', 'The bore must be smaller than the gear between its teeth.'),
    gear.hub === 0 ||
      (isMore(gear.hub, gear.bore) && isMore(rootOf(gear) * 2, gear.hub)) ||
      wrong('hub bore', 'The hub must be wider than the bore and narrower than the teeth.'),
  ],
  build(gear) {
    const toothed = { prism: toothing(gear), from: 0, to: gear.width }
    const top = gear.width + gear.hubLength
    return {
      cut: gear.hub === 0 ? toothed : { fused: [toothed, cylinder(gear.hub / 2, 0, top)] },
      by: [cylinder(gear.bore / 2, -1, top + 1)],
    }
  },
  size: (gear) => {
    const half = halfAngles(gear).tip
    const step = 360 / gear.teeth
    /** How far the teeth reach in a direction, in degrees. The first tooth points to 0. */
    const reach = (direction: number): number => {
      const apart = Math.abs(direction - Math.round(direction / step) * step)
      return tipOf(gear) * Math.cos((Math.max(0, apart - half) * Math.PI) / 180)
    }
    return [reach(0) + reach(180), reach(90) + reach(270), gear.width + gear.hubLength]
  },
  marks: (gear) => ({
    measures: [
      diameterMeasure(gear.bore, gear.width + gear.hubLength),
      { ...diameterMeasure(2 * tipOf(gear), 0), side: 'right' },
      inFront([-tipOf(gear), 0], [-tipOf(gear), gear.width], 'below'),
    ],
    front: { instead: sectionOf(gear) },
    top: { hidden: false, holes: [disc(gear.bore / 2)] },
  }),
})

type Teeth = Sizes<'module' | 'teeth'>

const tipOf = ({ module, teeth }: Teeth): number => module * (teeth / 2 + PROFILE.above)
const rootOf = ({ module, teeth }: Teeth): number => module * (teeth / 2 - PROFILE.below)
const involute = (angle: number): number => Math.tan(angle) - angle

/** Half of a tooth's angle at a radius, in degrees; below the base circle the flank goes straight to the axis. */
function halfAngleAt({ module, teeth }: Teeth, radius: number): number {
  const base = ((module * teeth) / 2) * Math.cos(PROFILE.angle)
  const pressure = Math.acos(Math.min(1, base / radius))
  return ((Math.PI / (2 * teeth) + involute(PROFILE.angle) - involute(pressure)) * 180) / Math.PI
}

function halfAngles(gear: Teeth) {
  const base = ((gear.module * gear.teeth) / 2) * Math.cos(PROFILE.angle)
  const [low, tip] = [Math.max(base, rootOf(gear)), tipOf(gear)]
  const middle = low + (tip - low) * 0.45
  return {
    low: halfAngleAt(gear, low),
    middle: halfAngleAt(gear, middle),
    tip: halfAngleAt(gear, tip),
    radii: { low, middle, tip },
  }
}

function toothing(gear: Teeth): Outline {
  const step = 360 / gear.teeth
  const root = rootOf(gear)
  const { low, middle, tip, radii } = halfAngles(gear)
  const steps = Array.from({ length: gear.teeth }, (_, tooth): Step[] => {
    const at = tooth * step
    return [
      polar(radii.low, at - low),
      { through: polar(radii.middle, at - middle), to: polar(radii.tip, at - tip) },
      { through: polar(radii.tip, at), to: polar(radii.tip, at + tip) },
      { through: polar(radii.middle, at + middle), to: polar(radii.low, at + low) },
      polar(root, at + low),
      { through: polar(root, at + step / 2), to: polar(root, at + step - low) },
    ]
  })
  const start: Point = polar(root, -low)
  return [start, ...steps.flat()]
}

/** The section goes through a tooth above and below; by convention a tooth is not cut. */
function sectionOf(gear: Teeth & Sizes<'width' | 'bore' | 'hub' | 'hubLength'>): Piece[] {
  const [bore, root, tip, hub] = [gear.bore / 2, rootOf(gear), tipOf(gear), gear.hub / 2]
  const top = gear.width + gear.hubLength
  const above: Point[] =
    hub > 0
      ? [
          [hub, gear.width],
          [hub, top],
        ]
      : []
  const teeth = [-1, 1].map(
    (side): Piece => ({
      outline: rectangle([side * root, 0], [side * tip, gear.width]),
      fill: 'paper',
      line: 'outline',
    }),
  )
  const wheel: Outline = [[bore, 0], [root, 0], [root, gear.width], ...above, [bore, top]]
  return [...teeth, ...turnedSection({ outline: wheel })]
}
