import { cylinder } from '../../bodies/outlines.ts'
import { length } from '../../defining/parameters.ts'
import { defineShape } from '../../defining/shape.ts'
import { inFront } from '../../drawings/measures.ts'
import { widthMeasure } from '../screws/heads.ts'

/** Disc and rod magnets. */
export const discMagnet = defineShape({
  slug: 'disc-magnet',
  name: 'Disc magnet',
  parameters: [length.required('diameter', 'Diameter'), length.required('height', 'Height')],
  build: ({ diameter, height }) => cylinder(diameter / 2, 0, height),
  size: ({ diameter, height }) => [diameter, diameter, height],
  marks: ({ diameter, height }) => ({
    measures: [widthMeasure(diameter), inFront([-diameter / 2, 0], [-diameter / 2, height], 'below')],
  }),
})
