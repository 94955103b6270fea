import { sql } from 'kysely'
import { listProducts } from '#features/catalog/catalog.ts'
import { openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '../migrations/list.ts'
import { emptyStorage } from '../tests/support/running-shop.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { fillInBulk, fillProducts } from './bench/fill.ts'
const ROWS = Number(process.env.ROWS ?? 200000)
const DEEP = process.env.DEEP
const groups: Record<string, (t: number) => string> = {}
const pick = (w: readonly string[], t: number) => w[t % w.length]!
const NAMES = ['hexagon screw','spring washer','ball bearing','din 933','iso 4032','dowel pin','lock nut','shaft seal']
const METALS = ['brass', 'zinc', 'stainless', '10.9', 'titanium', 'a2-70', '100cr6']
const WORD_PARTS = ['ashe', 'crew', 'xago', 'earin', 'galvan', 'lange', 'itrile', 'ound']
const BEGINNINGS = 's sc scr m m4 m12 9 93 933 w wa was qx ø3 a2 8.'.split(' ')
const NOT_FOUND = ['zzz', 'qx', '☃', 'ound', 'washer screw', 'steemach', 'hexagon qx']
groups.words = t => `${pick(NAMES,t)} m${2+t%15} ${pick(METALS,t%7)}`
groups.parts = t => `${pick(WORD_PARTS,t)} ${t%97}`
groups.typed = t => pick(BEGINNINGS,t)
groups.nowhere = t => pick(NOT_FOUND,t)
groups.number = t => `${ROWS - t}`
groups.frequent = t => pick(['screw','screws','steel','nuts','machines','number','m8','8','x','hexagon steel','drawing steel'],t)
groups.dimension = t => pick(['m8x40','m8 x 8','8 x 12','din933','8mm','8 mm','m8 x 4','M8×12 steel'],t)
groups.sku = t => pick([`hx-8-${t}`,`hx8${t}`,`hx 8 ${t}`,'hx','hx-8','h','HX-12'],t)
groups.misspelt = t => pick(['hexagn screw','wahser','beraing steel','stainles stel','scrwe m8','hexagno head scrwe','kxqzj wvvqq xqzzt brrrt'],t)
async function run(name: string, server: string) {
  await using storage = await emptyStorage(server)
  const database = openDatabase(storage)
  await migrate(database, migrations)
  let at = performance.now()
  await fillInBulk(database, ['products','product_facets'], trx => fillProducts(trx, database.kind, ROWS))
  console.log(name, 'filled', Math.round(performance.now()-at))
  let f: any
  try { f = await import('#features/catalog/suggest.ts') } catch { }
  const calls: [string, (q: string) => Promise<unknown>][] = [['list', q => listProducts(database, { q, limit: '24' })]]
  if (f) calls.push(['suggest', q => f.suggest(database, q)])
  for (const [what, call] of calls) for (const [group, of] of Object.entries(groups)) {
    const times: [number,string][] = []
    for (let t = 0; t < 120; t++) { const q = of(t); const s = performance.now(); await call(q); if (t>=20) times.push([performance.now()-s,q]) }
    times.sort((a,b)=>a[0]-b[0])
    console.log(name, what, group, times[50]![0].toFixed(1), times[98]![0].toFixed(1), times[99]![0].toFixed(1), times.slice(-4).map(([m,q])=>`${q}:${m.toFixed(0)}`).join(' | '))
  }
  if (process.env.SIZE) console.log((await (database.kind === 'postgres' ? sql`select relname, pg_relation_size(oid)/1000000 as mb from pg_class where relname like '%products%'` : sql`select name, sum(pgsize)/1000000 as mb from dbstat group by name order by 2 desc limit 8`).execute(database.db)).rows)
  await database.close()
}
if (!process.env.ONLY || process.env.ONLY === 'sqlite') await run('SQLite', '')
if (!process.env.ONLY || process.env.ONLY === 'pg') { const pg = await startPostgres(); try { await run('PG', pg.url) } finally { pg.stop() } }
