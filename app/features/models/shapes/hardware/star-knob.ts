import type { Point, Step } from '../../bodies/body.ts'
import { cylinder, polar } from '../../bodies/outlines.ts'
import { length, thread } from '../../defining/parameters.ts'
import { defineShape, isMore, wrong } from '../../defining/shape.ts'
import { inFront } from '../../drawings/measures.ts'
import { starKnob as sizes } from '../../standards/machine-parts/collars-and-knobs.ts'
import { threadMeasure, widthMeasure } from '../screws/heads.ts'

/** A multiple of four, so that lobes are at the four sides of the bounding box. */
const LOBES = 8
/** By the diameter: the radius of a lobe, and how far the valleys are from the axis. By the height: the grip. */
const GRIP = { lobe: 0.11, valley: 0.4, height: 0.62 }

/** Star grips with a blind thread in the hub. The standard leaves the form of the grip to the maker. */
export const starKnob = defineShape({
  slug: 'star-knob',
  name: 'Star knob',
  standards: ['DIN 6336'],
  parameters: [
    length.required('diameter', 'Diameter'),
    thread.required('thread', 'Thread'),
    length.optional('height', 'Height'),
    length.optional('hub', 'Hub diameter'),
  ],
  complete(given) {
    given.standard()
    const diameter = given.number('diameter')
    const row = sizes(diameter)
    return {
      diameter,
      thread: given.thread().diameter,
      pitch: given.thread().pitch,
      height: given.number('height', row?.height),
      hub: given.number('hub', row?.hub),
    }
  },
  rules: (knob) => [
    isMore(knob.hub, knob.thread * 1.2) || wrong('thread hub', 'The hub must be wider than the thread.'),
    isMore(knob.diameter * GRIP.valley * 1.4, knob.hub) ||
      wrong('hub diameter', 'The grip must be wider than the hub.'),
    (knob.height > knob.diameter * 0.3 && knob.height < knob.diameter * 1.5) ||
      wrong('height diameter', 'The height must fit the diameter.'),
  ],
  build(knob) {
    const [radius, hub] = [knob.diameter / 2, knob.hub / 2]
    const [below, rise] = [knob.height * (1 - GRIP.height), knob.height * GRIP.height]
    return {
      cut: {
        fused: [
          {
            common: [
              { prism: lobed(knob.diameter), from: below, to: knob.height },
              {
                turned: [
                  [0, below],
                  [radius + 1, below],
                  [radius + 1, below + rise * 0.45],
                  { through: [radius * 0.85, knob.height - rise * 0.17], to: [radius * 0.5, knob.height] },
                  [0, knob.height],
                ],
              },
            ],
          },
          {
            turned: [
              [0, 0],
              [hub, 0],
              [hub * 1.05, below + rise * 0.2],
              [0, below + rise * 0.2],
            ],
          },
        ],
      },
      by: [cylinder(knob.thread / 2, -1, knob.height * 0.55)],
    }
  },
  size: ({ diameter, height }) => [diameter, diameter, height],
  marks: (knob) => ({
    measures: [
      widthMeasure(knob.diameter),
      threadMeasure({ diameter: knob.thread, pitch: knob.pitch }, 0),
      inFront([-knob.hub / 2, 0], [-knob.diameter / 2, knob.height], 'below'),
    ],
    top: { hidden: false },
  }),
})

/** Lobes are arcs outward, valleys arcs inward between them. */
function lobed(diameter: number) {
  const [lobe, valley] = [diameter * GRIP.lobe, diameter * GRIP.valley]
  const middle = diameter / 2 - lobe
  const step = 360 / LOBES
  const ends = (at: number, side: number): Point => polar(lobe, at + side * 70, polar(middle, at))
  const steps = Array.from({ length: LOBES }, (_, index): Step[] => {
    const at = index * step
    return [
      { through: polar(diameter / 2, at), to: ends(at, 1) },
      { through: polar(valley, at + step / 2), to: ends(at + step, -1) },
    ]
  })
  return [ends(0, -1), ...steps.flat()] as const
}
