/** One thing that the parts of a category are told apart by, for example their length in mm. */
interface DemoAttribute {
  readonly key: string
  readonly label: string
  readonly unit?: string
  readonly kind: 'number' | 'text'
}

/** A group of parts. Only a category without children holds parts, so only it has attributes. */
export interface DemoCategory {
  readonly slug: string
  readonly name: string
  /** The slug of the category above. */
  readonly parent?: string
  /** In the order in which a buyer looks for them. */
  readonly attributes: readonly DemoAttribute[]
}

const text = (key: string, label: string): DemoAttribute => ({ key, label, kind: 'text' })
const number = (key: string, label: string, unit?: string): DemoAttribute => ({
  key,
  label,
  ...(unit && { unit }),
  kind: 'number',
})
const mm = (key: string, label: string): DemoAttribute => number(key, label, 'mm')

// An attribute means the same in each category that has it.
const bore = mm('bore', 'Bore')
const diameter = mm('diameter', 'Diameter')
const finish = text('finish', 'Finish')
const flange = mm('flange', 'Flange diameter')
const flats = mm('flats', 'Across flats')
const groove = mm('groove', 'Groove diameter')
const head = mm('head', 'Head width')
const height = mm('height', 'Height')
const hole = mm('hole', 'Hole')
const inner = mm('inner', 'Inside diameter')
const length = mm('length', 'Length')
const outer = mm('outer', 'Outside diameter')
const thickness = mm('thickness', 'Thickness')
const threadLength = mm('thread-length', 'Thread length')
const width = mm('width', 'Width')
const pressure = number('pressure', 'Pressure up to', 'bar')
const temperature = number('temperature', 'Temperature up to', '°C')
const material = text('material', 'Material')
const shore = number('shore', 'Shore hardness', 'Shore A')
const standard = text('standard', 'Standard')
const strength = text('strength', 'Strength class')
const thread = text('thread', 'Thread')
const type = text('type', 'Type')

/** The categories of the sample catalogue; each is listed after its parent. */
export const demoCategories: readonly DemoCategory[] = [
  ...family('fasteners', 'Fasteners', [
    {
      slug: 'hexagon-screws',
      name: 'Hexagon screws',
      attributes: [thread, length, material, strength, finish, threadLength, flats, standard],
    },
    {
      slug: 'socket-screws',
      name: 'Socket screws',
      attributes: [
        thread,
        length,
        material,
        strength,
        finish,
        mm('socket', 'Hexagon socket'),
        head,
        standard,
      ],
    },
    {
      slug: 'countersunk-screws',
      name: 'Countersunk screws',
      attributes: [thread, length, material, strength, finish, head, text('drive', 'Drive'), standard],
    },
    {
      slug: 'special-bolts-and-rods',
      name: 'Special bolts and rods',
      attributes: [thread, length, material, strength, finish, threadLength, standard],
    },
    {
      slug: 'nuts',
      name: 'Nuts',
      attributes: [thread, type, material, strength, finish, flats, height, standard],
    },
    {
      slug: 'washers-and-disc-springs',
      name: 'Washers and disc springs',
      attributes: [
        thread,
        inner,
        outer,
        thickness,
        material,
        number('vickers', 'Vickers hardness', 'HV'),
        finish,
        standard,
      ],
    },
    {
      slug: 'pins-keys-and-rivets',
      name: 'Pins, keys and rivets',
      attributes: [
        mm('nominal', 'Nominal diameter'),
        width,
        height,
        length,
        material,
        number('rockwell', 'Rockwell hardness', 'HRC'),
        finish,
        standard,
      ],
    },
  ]),
  ...family('shaft-parts', 'Shaft parts', [
    {
      slug: 'retaining-rings',
      name: 'Retaining rings',
      attributes: [
        text('seat', 'Seat'),
        mm('seat-diameter', 'Seat diameter'),
        groove,
        thickness,
        material,
        finish,
        standard,
      ],
    },
    {
      slug: 'gears-and-collars',
      name: 'Gears and collars',
      attributes: [
        bore,
        outer,
        width,
        mm('module', 'Module'),
        number('teeth', 'Teeth'),
        material,
        finish,
        standard,
      ],
    },
  ]),
  ...family('bearings-and-bushes', 'Bearings and bushes', [
    {
      slug: 'ball-bearings',
      name: 'Ball bearings',
      attributes: [bore, outer, width, text('sealing', 'Sealing'), flange, material, standard],
    },
    {
      slug: 'roller-and-thrust-bearings',
      name: 'Roller and thrust bearings',
      attributes: [type, bore, outer, width, material, standard],
    },
    {
      slug: 'bushes-and-linear-bearings',
      name: 'Bushes and linear bearings',
      attributes: [bore, outer, length, flange, material, standard],
    },
  ]),
  ...family('seals-and-springs', 'Seals and springs', [
    {
      slug: 'seals',
      name: 'Seals',
      attributes: [inner, outer, width, mm('section', 'Section'), material, shore, temperature, standard],
    },
    {
      slug: 'springs',
      name: 'Springs',
      attributes: [
        type,
        mm('wire', 'Wire'),
        outer,
        length,
        number('rate', 'Spring rate', 'N/mm'),
        material,
        standard,
      ],
    },
  ]),
  ...family('fittings', 'Fittings', [
    {
      slug: 'push-in-fittings',
      name: 'Push-in fittings',
      attributes: [thread, mm('tube', 'Tube'), type, flats, pressure, material, finish],
    },
    {
      slug: 'cable-glands-and-hose-clamps',
      name: 'Cable glands and hose clamps',
      attributes: [
        thread,
        mm('smallest', 'Smallest diameter'),
        mm('largest', 'Largest diameter'),
        mm('band', 'Band width'),
        text('protection', 'Protection'),
        material,
        standard,
      ],
    },
  ]),
  ...family('hardware', 'Hardware', [
    {
      slug: 'hinges-and-brackets',
      name: 'Hinges and brackets',
      attributes: [mm('leg', 'Leg'), height, width, thickness, hole, material, finish],
    },
    {
      slug: 'handles-and-knobs',
      name: 'Handles and knobs',
      attributes: [thread, diameter, mm('spacing', 'Hole spacing'), height, material, finish, standard],
    },
    {
      slug: 'magnets-and-buffers',
      name: 'Magnets and buffers',
      attributes: [diameter, height, thread, mm('stud', 'Stud length'), material, shore, finish, temperature],
    },
  ]),
]

/** A category with its children. */
function family(
  slug: string,
  name: string,
  children: readonly Omit<DemoCategory, 'parent'>[],
): DemoCategory[] {
  return [{ slug, name, attributes: [] }, ...children.map((child) => ({ ...child, parent: slug }))]
}
