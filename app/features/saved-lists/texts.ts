export const listTexts = {
  ownNumber: 'Own part number',
  note: 'Note',
} as const
