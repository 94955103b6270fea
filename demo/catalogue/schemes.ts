/** How the part numbers of a category are made, by its slug: its page says it. One sentence or two, at most 300 characters. */
export const schemes: Readonly<Record<string, string>> = {
  'pins-keys-and-rivets':
    'The kind, its standard and the sizes in mm: PD-8734-6-24 is a dowel pin of ISO 8734, 6 mm thick and 24 mm long; KP-6885-8-7-40 is a key of DIN 6885, 8 × 7 × 40. Decimals are tenths after a zero: 025 is 2.5 mm.',
  'retaining-rings':
    'The kind, its standard and the diameter of its seat in mm: RR-471-20 is a ring for shafts of 20 mm, RR-472-32 one for bores of 32 mm. For RE-6799 it is the groove; decimals are tenths after a zero: 032 is 3.2 mm.',
  'gears-and-collars':
    'GR, the module in tenths of a mm and the teeth: GR-15-24 has module 1.5 and 24 teeth. CO-705 and the bore: CO-705-20 is an adjusting ring of DIN 705 for shafts of 20 mm.',
  'ball-bearings':
    'BB and the number of the bearing as all makers write it, with -2Z for shields and -2RS for seals on both sides: BB-6204-2RS. BF has a flange.',
  'bushes-and-linear-bearings':
    'The kind, its standard, the bore and the length in mm: BW-3547-20-15 is a wrapped bush of ISO 3547. Bronze bushes of ISO 4379 say the outside diameter between them: BU-4379-20-26-20.',
  seals:
    'OR-3601, the size code of ISO 3601-1 and the rubber: OR-3601-117-NBR is 20.29 × 2.62 mm. SS-3760 with shaft, bore and width in mm: SS-3760-25-40-7.',
  springs:
    'SP, C for compression or T for tension, the wire in tenths of a mm, the outside diameter and the length in mm: SP-C-16-14-45 has a wire of 1.6 mm, is 14 mm wide and 45 mm long.',
}
