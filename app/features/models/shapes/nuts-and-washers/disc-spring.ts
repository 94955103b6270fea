import { length, standard } from '../../defining/parameters.ts'
import { defineShape, isMore } from '../../defining/shape.ts'
import { discSpring as sizes } from '../../standards/fasteners/washers.ts'

/** Disc springs without ground ends, unstressed. */
export const discSpring = defineShape({
  slug: 'disc-spring',
  name: 'Disc spring',
  standards: ['DIN 2093', 'EN 16983'],
  parameters: [
    length.required('outer', 'Outside diameter'),
    length.required('thickness', 'Thickness'),
    length.optional('inner', 'Inside diameter'),
    length.optional('height', 'Free height'),
    standard.optional('standard', 'Standard'),
  ],
  complete(given) {
    given.standard()
    const [outer, thickness] = [given.number('outer'), given.number('thickness')]
    const row = sizes(`${outer} × ${thickness}`)
    return {
      outer,
      thickness,
      inner: given.number('inner', row?.inner),
      height: given.number('height', row?.height),
    }
  },
  rules: (spring) => [
    [isMore(spring.outer, spring.inner), ['inner', 'outer'], 'The hole must be smaller than the spring.'],
    [
      isMore(spring.height, spring.thickness),
      ['height', 'thickness'],
      'The free height must be greater than the thickness.',
    ],
    [spring.height < spring.outer, ['height', 'outer'], 'The spring must be less high than wide.'],
  ],
  build: ({ inner, outer, thickness, height }) => ({
    turned: [
      [inner / 2, height - thickness],
      [outer / 2, 0],
      [outer / 2, thickness],
      [inner / 2, height],
    ],
  }),
  size: ({ outer, height }) => [outer, outer, height],
})
