import { StatusBadge } from '#kit/ui/mark/status-badge.tsx'
import type { Import } from '../schema.ts'
import { importTexts } from '../texts.ts'

const TONES = {
  reading: 'waiting',
  ready: 'neutral',
  applying: 'waiting',
  applied: 'good',
  undoing: 'waiting',
  undone: 'neutral',
} as const

export const StateBadge = ({ state }: Pick<Import, 'state'>) => (
  <StatusBadge tone={TONES[state]}>{importTexts.states[state]}</StatusBadge>
)
