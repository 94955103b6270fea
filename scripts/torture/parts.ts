import type { DatabaseName } from '../on-database.ts'
import { attack } from './attack.ts'
import { crash } from './crash.ts'
import { diskFull } from './disk-full.ts'
import { failover } from './failover.ts'
import { invoices } from './invoices.ts'
import { lists } from './lists.ts'
import { load } from './load.ts'
import { models } from './models.ts'
import type { Part } from './options.ts'
import { promotion } from './promotion.ts'
import { race } from './race.ts'
import { rolling } from './rolling.ts'

const BOTH: readonly DatabaseName[] = ['sqlite', 'postgres']
const SQLITE: readonly DatabaseName[] = ['sqlite']
const POSTGRES: readonly DatabaseName[] = ['postgres']

/** Every part, with its databases and the default number of rounds. */
export const PARTS = {
  attack: { part: attack, databases: BOTH, rounds: 10 },
  race: { part: race, databases: BOTH, rounds: 10 },
  lists: { part: lists, databases: BOTH, rounds: 20 },
  invoices: { part: invoices, databases: SQLITE, rounds: 10_000 },
  crash: { part: crash, databases: BOTH, rounds: 100 },
  'disk-full': { part: diskFull, databases: SQLITE, rounds: 10 },
  failover: { part: failover, databases: POSTGRES, rounds: 10 },
  promotion: { part: promotion, databases: POSTGRES, rounds: 5 },
  rolling: { part: rolling, databases: BOTH, rounds: 10 },
  models: { part: models, databases: SQLITE, rounds: 1 },
  load: { part: load, databases: BOTH, rounds: 1 },
} as const satisfies Record<string, { part: Part; databases: readonly DatabaseName[]; rounds: number }>
