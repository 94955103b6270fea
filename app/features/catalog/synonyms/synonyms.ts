import type { Actor } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { ROW_ID, replaceRow, UNSAVED } from '#kit/single-row/replace-row.ts'
import { CATALOGUE } from '../public/tags.ts'
import { productRefusals } from '../refusals.ts'
import type { ChangeSynonyms, Synonyms } from './schema.ts'
import { lineOf } from './synonym-line.ts'
import { TRADE_WORDS } from './trade-words.ts'

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
export const changeSynonyms = (shop: Shop, admin: Actor, input: ChangeSynonyms): Promise<Synonyms> =>
  replaceRow<Synonyms>(shop, admin, {
    table: 'search_synonyms',
    columns: ['synonyms'],
    read: readSynonyms,
    next: () => input,
    changesBetween,
    refusal: revisionChanged,
    kind: 'synonyms.changed',
    subject: 'synonyms',
    tags: [CATALOGUE],
  })

const revisionChanged = (synonyms: Synonyms): AppError =>
  new AppError(
    productRefusals.revisionChanged,
    'Somebody else has changed the synonyms meanwhile. Nothing was saved.',
    { synonyms },
  )

/** The lines that are gone, and those that are new. */
function changesBetween(before: Synonyms, after: Synonyms): FieldChange[] {
  const [from, to] = [before.synonyms.map(lineOf), after.synonyms.map(lineOf)]
  const [old, added] = [new Set(from), new Set(to)]
  return [
    ...from.filter((line) => !added.has(line)).map((line) => ({ field: 'synonym', from: line, to: null })),
    ...to.filter((line) => !old.has(line)).map((line) => ({ field: 'synonym', from: null, to: line })),
  ]
}
