/** How the part numbers of a category are made, by its slug: its page says it. */
export const schemes: Readonly<Record<string, string>> = {
  'hexagon-screws':
    'Part numbers: HX, the standard, the thread, the length in mm, the metal. HX-4017-M8-40-88 is ISO 4017, M8 × 40, of 8.8 zinc plated steel; 109 is 10.9 and A2 stainless steel.',
  'socket-screws':
    'Part numbers: SC for cap, BH for button head, GS for set screws, then the standard, the thread, the length in mm, the metal. SC-4762-M8-40-129 is ISO 4762, M8 × 40, of 12.9 black steel; 45H is 45H and A2 stainless steel.',
  'countersunk-screws':
    'Part numbers: CS, the standard, the thread, the length in mm, the metal. CS-10642-M6-20-109 is ISO 10642, M6 × 20, of 10.9 zinc plated steel; 48 is 4.8 and A2 stainless steel.',
  'special-bolts-and-rods':
    'Part numbers of rods: TR, the standard, the thread, the length in mm, the metal. TR-976-M10-1000-88 is DIN 976-1, M10 × 1000, of 8.8 zinc plated steel; 48 is 4.8 and A2 stainless steel.',
  nuts: 'Part numbers: NH for hexagon, NL for self-locking, NC for cap, NF for flange nuts, then the standard, the thread, the metal. NH-934-M8-8 is DIN 934, M8, of class 8 zinc plated steel; A2 and A4 are stainless steels.',
  'washers-and-disc-springs':
    'Part numbers: WA for plain, WB for large, WS for spring lock, WT for serrated washers, then the standard, the thread, the metal. WA-7089-M8-ST is ISO 7089, M8, of zinc plated steel; SP is spring steel, A2 and A4 are stainless steels.',
}
