import { attack } from './attack.ts'
import { crash } from './crash.ts'
import type { Part } from './part.ts'
import { rolling } from './rolling.ts'

export type DatabaseName = 'sqlite' | 'postgres'

const BOTH: readonly DatabaseName[] = ['sqlite', 'postgres']

/** Every part: where it runs, and how many rounds it takes when nobody says. */
export const PARTS = {
  attack: { part: attack, databases: BOTH, rounds: 10 },
  crash: { part: crash, databases: BOTH, rounds: 100 },
  rolling: { part: rolling, databases: BOTH, rounds: 10 },
} as const satisfies Record<string, { part: Part; databases: readonly DatabaseName[]; rounds: number }>
