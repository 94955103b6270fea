/** How the part numbers of a category are made, by its slug: its page says it. */
export const schemes: Readonly<Record<string, string>> = {
  'hexagon-screws':
    'Part numbers: HX, the standard, the thread, the length in mm and the metal. HX-4017-M8-50-88 is ISO 4017, M8 × 50, of steel 8.8; 109 is steel 10.9, A2 stainless steel.',
  'socket-screws':
    'Part numbers: SC for cap, BH for button head, GS for set screws; the standard, the thread, the length in mm and the metal. SC-4762-M8-40-129 is ISO 4762, M8 × 40, of steel 12.9; A2 is stainless steel.',
  'countersunk-screws':
    'Part numbers: CS, the standard, the thread, the length in mm and the metal. CS-10642-M6-20-109 is ISO 10642, M6 × 20, of steel 010.9; 48 is steel 4.8, A2 stainless steel.',
  'special-bolts-and-rods':
    'Part numbers of rods: TR, the standard, the thread, the length in mm and the metal. TR-976-M10-1000-88 is DIN 976-1, M10 × 1000, of steel 8.8; 48 is steel 4.8, A2 stainless steel.',
  nuts: 'Part numbers: NH for hexagon, NL for self-locking, NC for cap, NF for flange nuts; the standard, the thread and the metal. NH-934-M10-8 is DIN 934, M10, of steel of class 8; A2 and A4 are stainless steels.',
  'washers-and-disc-springs':
    'Part numbers: WA for plain, WB for large, WS for spring lock, WT for serrated washers; the standard, the thread and the metal. WA-7089-M8-ST is ISO 7089, M8, of steel; SP is spring steel, A2 and A4 are stainless steels. SP-2093 are disc springs, with series and outside diameter; decimals are tenths after a zero: SP-2093-A25 is 25 mm wide, SP-2093-A0125 12.5 mm.',
  'pins-keys-and-rivets':
    'Part numbers: the kind, its standard and the sizes in mm: PD-8734-6-24 is a dowel pin of ISO 8734, 6 mm thick and 24 mm long; KP-6885-8-7-40 is a key of DIN 6885, 8 × 7 × 40. Decimals are tenths after a zero: 025 is 2.5 mm.',
  'retaining-rings':
    'Part numbers: the kind, its standard and the diameter of its seat in mm: RR-471-20 is a ring for shafts of 20 mm, RR-472-32 one for bores of 32 mm. For RE-6799 it is the groove; decimals are tenths after a zero: 032 is 3.2 mm.',
  'gears-and-collars':
    'Part numbers: GR, the module in tenths of a mm and the teeth: GR-15-24 has module 1.5 and 24 teeth. CO-705 and the bore: CO-705-20 is an adjusting ring of DIN 705 for shafts of 20 mm.',
  'ball-bearings':
    'Part numbers: BB and the number of the bearing as all makers write it, with -2Z for shields and -2RS for seals on both sides: BB-6204-2RS. BF has a flange.',
  'bushes-and-linear-bearings':
    'Part numbers: the kind, its standard, the bore and the length in mm: BW-3547-20-15 is a wrapped bush of ISO 3547. Bronze bushes of ISO 4379 say the outside diameter between them: BU-4379-20-26-20.',
  seals:
    'Part numbers: OR-3601, the size code of ISO 3601-1 and the rubber: OR-3601-117-NBR is 20.29 × 2.62 mm. SS-3760 with shaft, bore and width in mm: SS-3760-25-40-7.',
  springs:
    'Part numbers: SP, C for compression or T for tension, the wire in tenths of a mm, the outside diameter and the length in mm: SP-C-16-14-45 has a wire of 1.6 mm, is 14 mm wide and 45 mm long.',
}
