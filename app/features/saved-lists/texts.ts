import { OWN_NUMBER } from '#kit/notes/buyer-words-texts.ts'

export const listTexts = {
  ownNumber: OWN_NUMBER,
  note: 'Note',
} as const
