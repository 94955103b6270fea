import { isDeepStrictEqual } from 'node:util'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { CATALOGUE } from '../public/tags.ts'
import { productRefusals } from '../refusals.ts'
import type { ChangeSynonyms, Synonym, Synonyms } from './schema.ts'
import { lineOf } from './synonym-line.ts'
import { TRADE_WORDS } from './trade-words.ts'

const ROW_ID = 1

/** The revision while no admin changed the synonyms. */
const UNSAVED = 0

/** The synonyms as they are stored; those of the trade while no admin saved any. */
export async function readSynonyms(db: Db): Promise<Synonyms> {
  const row = await db.selectFrom('search_synonyms').selectAll().where('id', '=', ROW_ID).executeTakeFirst()
  if (!row) return { revision: UNSAVED, synonyms: [...TRADE_WORDS] }
  return { revision: row.revision, synonyms: JSON.parse(row.synonyms) }
}

/** The synonyms that were read last, by database. */
const kept = new WeakMap<object, Synonyms>()

/** The synonyms, read anew only when their revision is another one. */
export async function currentSynonyms(db: Db): Promise<Synonyms> {
  const key = db.getExecutor().adapter
  const known = kept.get(key)
  const row = known && (await db.selectFrom('search_synonyms').select('revision').executeTakeFirst())
  if (known && known.revision === (row?.revision ?? UNSAVED)) return known
  const synonyms = await readSynonyms(db)
  kept.set(key, synonyms)
  return synonyms
}

/**
 * Replaces the synonyms. Refused, with nothing changed: another revision than the current one (409 `revision_changed`, with
 * the current `synonyms`).
 */
export async function changeSynonyms(shop: Shop, admin: Actor, input: ChangeSynonyms): Promise<Synonyms> {
  const { revision, synonyms } = input
  return shop.db.transaction().execute(async (trx) => {
    const before = await readSynonyms(trx)
    if (before.revision !== revision) throw revisionChanged(before)
    if (isDeepStrictEqual(before.synonyms, synonyms)) return before
    const row = { revision: revision + 1, synonyms: JSON.stringify(synonyms) }
    const written =
      revision === UNSAVED
        ? await trx
            .insertInto('search_synonyms')
            .values({ id: ROW_ID, ...row })
            .onConflict((conflict) => conflict.doNothing())
            .returning('id')
            .execute()
        : await trx
            .updateTable('search_synonyms')
            .set(row)
            .where('revision', '=', revision)
            .returning('id')
            .execute()
    // Another admin saved some meanwhile.
    if (written.length === 0) throw revisionChanged(await readSynonyms(trx))
    await recordAudit(trx, {
      by: admin,
      at: shop.now(),
      kind: 'synonyms.changed',
      subject: 'synonyms',
      changes: changesBetween(before.synonyms, synonyms),
    })
    recordPublicChange(trx, { tags: [CATALOGUE] })
    return { revision: revision + 1, synonyms }
  })
}

const revisionChanged = (synonyms: Synonyms): AppError =>
  new AppError(
    productRefusals.revisionChanged,
    'Another admin has changed the synonyms meanwhile. Nothing was saved.',
    { synonyms },
  )

/** The lines that are gone, and those that are new. */
function changesBetween(before: readonly Synonym[], after: readonly Synonym[]) {
  const [from, to] = [before.map(lineOf), after.map(lineOf)]
  const [old, added] = [new Set(from), new Set(to)]
  return [
    ...from.filter((line) => !added.has(line)).map((line) => ({ field: 'synonym', from: line, to: null })),
    ...to.filter((line) => !old.has(line)).map((line) => ({ field: 'synonym', from: null, to: line })),
  ]
}
