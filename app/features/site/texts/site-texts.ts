import { isDeepStrictEqual } from 'node:util'
import { productRefusals } from '#features/catalog/refusals.ts'
import type { Actor } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { keepRow } from '#kit/single-row/kept-row.ts'
import { ROW_ID, replaceRow, UNSAVED } from '#kit/single-row/replace-row.ts'
import { ORIGINAL_TEXTS } from './original-texts.ts'
import type { ChangedTexts, ChangeTexts, SiteTexts, TextName, Texts } from './schema.ts'
import '../tables.ts'

/** The tag of public answers that show texts of pages. */
const TEXTS_TAG = 'texts'

/** The texts as they are stored. */
export async function readTexts(db: Db): Promise<SiteTexts> {
  const row = await db.selectFrom('site_texts').selectAll().where('id', '=', ROW_ID).executeTakeFirst()
  const texts: ChangedTexts = row ? JSON.parse(row.texts) : {}
  return { revision: row?.revision ?? UNSAVED, texts, original: ORIGINAL_TEXTS }
}

const kept = keepRow(TEXTS_TAG, async (db) => shownTexts(await readTexts(db)))

const shownTexts = ({ texts, original }: SiteTexts): Texts => ({ ...original, ...texts })

/** The texts of the pages, from memory. */
export const currentTexts = kept.current

/** The tag of public answers that link to pages which there are once they have a text: to all pages. */
const ABSENT_TAG = 'absent texts'

const keptAbsent = keepRow(ABSENT_TAG, async (db) => absentIn(await readTexts(db)))

/** The paths of the pages that have no text yet, so that the shop does not have them; from memory. */
export const absentTexts = keptAbsent.current

function absentIn(site: SiteTexts): string[] {
  const { privacyText, returnsText } = shownTexts(site)
  return [...(privacyText ? [] : ['/privacy']), ...(returnsText ? [] : ['/returns'])]
}

type HomeTexts = Omit<Texts, `${'portfolio' | 'terms' | 'privacy' | 'returns' | 'imprint'}${string}`>

/** Those of the home page only, since its visitors load them. */
export async function currentHomeTexts(shop: Parameters<typeof currentTexts>[0]): Promise<HomeTexts> {
  const texts = Object.entries(await currentTexts(shop))
  return Object.fromEntries(
    texts.filter(([name]) => !/^(portfolio|terms|privacy|returns|imprint)/.test(name)),
  ) as HomeTexts
}

/**
 * Replaces the changed texts. A text that is left out, or that says the same as the original one, is that one from then on.
 * Refused, with nothing changed: another revision than the current one (409 `revision_changed`, with the current
 * `pageTexts`).
 */
export const changeTexts = (shop: Shop, admin: Actor, { revision, texts }: ChangeTexts): Promise<SiteTexts> =>
  replaceRow<SiteTexts>(shop, admin, {
    table: 'site_texts',
    columns: ['texts'],
    read: readTexts,
    next: () => ({ revision, texts: withoutOriginals(texts), original: ORIGINAL_TEXTS }),
    changesBetween,
    refusal: (pageTexts) =>
      new AppError(
        productRefusals.revisionChanged,
        'Somebody else has changed the texts meanwhile. Nothing was saved.',
        { pageTexts },
      ),
    kind: 'texts.changed',
    subject: 'texts',
    tags: [TEXTS_TAG],
    alongside: async (trx, before, after) => {
      if (isDeepStrictEqual(absentIn(before), absentIn(after))) return
      recordPublicChange(trx, { tags: [ABSENT_TAG] })
      keptAbsent.forget(trx)
    },
    forget: kept.forget,
  })

const NAMES = Object.keys(ORIGINAL_TEXTS) as TextName[]

const withoutOriginals = (texts: ChangedTexts): ChangedTexts =>
  Object.fromEntries(
    NAMES.flatMap((name) =>
      texts[name] === undefined || isDeepStrictEqual(texts[name], ORIGINAL_TEXTS[name])
        ? []
        : [[name, texts[name]]],
    ),
  )

function changesBetween(before: SiteTexts, after: SiteTexts): FieldChange[] {
  const [from, to] = [shownTexts(before), shownTexts(after)]
  return NAMES.filter((name) => !isDeepStrictEqual(from[name], to[name])).map((name) => ({
    field: name,
    from: from[name],
    to: to[name],
  }))
}
