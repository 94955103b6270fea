import type { CategoryShape } from '#features/models/models.ts'

/** The shapes of the sample categories, by their slug. The first that fits a part holds. */
export const demoShapes: Readonly<Record<string, readonly CategoryShape[]>> = {
  'hexagon-screws': [
    {
      slug: 'hexagon-flange-screw',
      when: { standard: 'DIN 6921' },
      parameters: same('thread', 'length', 'flats', 'standard', ['threadLength', 'thread-length']),
    },
    {
      slug: 'hexagon-screw',
      parameters: same('thread', 'length', 'flats', 'standard', ['threadLength', 'thread-length']),
    },
  ],
  'socket-screws': [
    {
      slug: 'button-head-screw',
      when: { standard: 'ISO 7380-1' },
      parameters: same('thread', 'length', 'head', 'socket', 'standard'),
    },
    ...['DIN 916 / ISO 4029', 'ISO 4029', 'ISO 4026'].map((standard) => ({
      slug: 'set-screw',
      when: { standard },
      parameters: same('thread', 'length', 'socket', 'standard'),
    })),
    { slug: 'socket-head-screw', parameters: same('thread', 'length', 'head', 'socket', 'standard') },
  ],
  'countersunk-screws': [
    {
      slug: 'countersunk-cross-screw',
      when: { standard: 'DIN 965' },
      parameters: same('thread', 'length', 'head', 'standard'),
    },
    { slug: 'countersunk-socket-screw', parameters: same('thread', 'length', 'head', 'standard') },
  ],
  'special-bolts-and-rods': [
    {
      slug: 'carriage-bolt',
      when: { standard: 'DIN 603' },
      parameters: same('thread', 'length', 'standard', ['threadLength', 'thread-length']),
    },
    { slug: 'eye-bolt', when: { standard: 'DIN 580' }, parameters: same('thread', 'length', 'standard') },
    {
      slug: 'threaded-rod',
      when: { standard: 'DIN 976-1' },
      parameters: same('thread', 'length', 'standard'),
    },
  ],
  nuts: [
    {
      slug: 'hexagon-nut',
      when: { type: 'Hexagon' },
      parameters: same('thread', 'flats', 'height', 'standard'),
    },
    {
      slug: 'lock-nut',
      when: { type: 'Self-locking' },
      parameters: same('thread', 'flats', 'height', 'standard'),
    },
    {
      slug: 'cap-nut',
      when: { type: 'Domed cap' },
      parameters: same('thread', 'flats', 'height', 'standard'),
    },
    { slug: 'wing-nut', when: { type: 'Wing' }, parameters: same('thread', 'height', 'standard') },
    {
      slug: 'flange-nut',
      when: { type: 'Flange' },
      parameters: same('thread', 'flats', 'height', 'standard'),
    },
  ],
  'washers-and-disc-springs': [
    {
      slug: 'disc-spring',
      when: { standard: 'DIN 2093 / EN 16983' },
      parameters: same('outer', 'inner', 'thickness', 'standard'),
    },
    {
      slug: 'spring-washer',
      when: { standard: 'DIN 127' },
      parameters: same('thread', 'inner', 'outer', 'thickness', 'standard'),
    },
    {
      slug: 'serrated-washer',
      when: { standard: 'DIN 6798' },
      parameters: same('thread', 'inner', 'outer', 'thickness', 'standard'),
    },
    { slug: 'washer', parameters: same('thread', 'inner', 'outer', 'thickness', 'standard') },
  ],
  'pins-keys-and-rivets': [
    // Pins of DIN 6325 are harder.
    ...['ISO 8734 / DIN 6325', 'ISO 8734'].map((standard) => ({
      slug: 'dowel-pin',
      when: { standard },
      parameters: same('length', 'standard', ['diameter', 'nominal']),
    })),
    {
      slug: 'clevis-pin',
      when: { standard: 'ISO 2341' },
      parameters: { ...same('length', 'standard', ['diameter', 'nominal']), form: 'B' },
    },
    {
      slug: 'split-pin',
      when: { standard: 'ISO 1234 / DIN 94' },
      parameters: same('length', 'standard', ['hole', 'nominal']),
    },
    {
      slug: 'spring-pin',
      when: { standard: 'ISO 8752 / DIN 1481' },
      parameters: same('length', 'standard', ['diameter', 'nominal']),
    },
    {
      slug: 'parallel-key',
      when: { standard: 'DIN 6885' },
      parameters: same('width', 'height', 'length', 'standard'),
    },
  ],
  'retaining-rings': [
    {
      slug: 'retaining-washer',
      when: { standard: 'DIN 6799' },
      parameters: same('groove', 'thickness', 'standard'),
    },
    {
      slug: 'shaft-retaining-ring',
      when: { seat: 'Shaft' },
      parameters: same('thickness', 'standard', ['seat', 'seat-diameter']),
    },
    {
      slug: 'bore-retaining-ring',
      when: { seat: 'Bore' },
      parameters: same('thickness', 'standard', ['seat', 'seat-diameter']),
    },
  ],
  'gears-and-collars': [
    {
      slug: 'shaft-collar',
      when: { standard: 'DIN 705' },
      parameters: same('bore', 'outer', 'width', 'standard'),
    },
    // The hub of a gear is no attribute: the only gear that has one has this.
    {
      slug: 'spur-gear',
      when: { module: 1.5, teeth: 24 },
      parameters: { ...same('module', 'teeth', 'width', 'bore'), hub: 28, hubLength: 10 },
    },
    { slug: 'spur-gear', parameters: same('module', 'teeth', 'width', 'bore') },
  ],
  'ball-bearings': [
    { slug: 'ball-bearing', parameters: same('bore', 'outer', 'width', 'sealing', 'flange', 'standard') },
  ],
  'roller-and-thrust-bearings': [
    {
      slug: 'needle-bearing',
      when: { type: 'Needle' },
      parameters: same('bore', 'outer', 'width', 'standard'),
    },
    {
      slug: 'thrust-bearing',
      when: { type: 'Thrust ball' },
      parameters: same('bore', 'outer', 'width', 'standard'),
    },
    {
      slug: 'tapered-bearing',
      when: { type: 'Tapered roller' },
      parameters: same('bore', 'outer', 'width', 'standard'),
    },
  ],
  'bushes-and-linear-bearings': [
    {
      slug: 'flanged-bush',
      when: { standard: 'ISO 2797 / DIN 1850' },
      parameters: same('bore', 'outer', 'length', 'flange', 'standard'),
    },
    {
      slug: 'plain-bush',
      when: { standard: 'ISO 3547' },
      parameters: same('bore', 'outer', 'length', 'standard'),
    },
    {
      slug: 'plain-bush',
      when: { standard: 'ISO 4379 / DIN 1850' },
      parameters: same('bore', 'outer', 'length', 'standard'),
    },
    { slug: 'linear-bearing', parameters: same('bore', 'outer', 'length') },
  ],
  seals: [
    { slug: 'o-ring', when: { standard: 'ISO 3601-1' }, parameters: same('inner', 'section', 'standard') },
    { slug: 'shaft-seal', parameters: same('inner', 'outer', 'width', 'standard') },
  ],
  springs: [
    {
      slug: 'compression-spring',
      when: { type: 'Compression' },
      parameters: same('wire', 'outer', 'length', 'rate', 'standard'),
    },
    {
      slug: 'tension-spring',
      when: { type: 'Tension' },
      parameters: same('wire', 'outer', 'length', 'rate', 'standard'),
    },
  ],
  'hinges-and-brackets': [
    { slug: 'angle-bracket', when: { leg: 40 }, parameters: same('leg', 'width', 'thickness', 'hole') },
  ],
  'handles-and-knobs': [
    {
      slug: 'star-knob',
      when: { standard: 'DIN 6336' },
      parameters: same('thread', 'diameter', 'height', 'standard'),
    },
    // The section of the grip is no attribute: the only bridge handle has this one.
    { slug: 'bridge-handle', parameters: { ...same('thread', 'spacing', 'height'), grip: 14, depth: 20 } },
  ],
  'magnets-and-buffers': [
    {
      slug: 'rubber-buffer',
      when: { material: 'Natural rubber' },
      parameters: same('diameter', 'height', 'thread', 'stud'),
    },
    { slug: 'disc-magnet', parameters: same('diameter', 'height') },
  ],
}

/** Parameters that are called as their attribute, or pairs of both names. */
function same(
  ...names: readonly (string | readonly [parameter: string, attribute: string])[]
): Record<string, string> {
  return Object.fromEntries(names.map((name) => (typeof name === 'string' ? [name, name] : name)))
}
