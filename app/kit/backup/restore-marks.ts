import type { DatabaseKind } from '#kit/db/db.ts'
import { utcTimeText } from '#kit/text/utc-text.ts'

/** Numbers that were issued after a backup, so that nobody may get them again. `kind` is the table that they count. */
export interface NumberGap {
  readonly kind: string
  readonly first: number
  readonly last: number
}

/** What a restore asks its caller, and what it takes from it. */
export interface Marking {
  /**
   * The numbers that were issued after the backup, by the stored counts of the backup; throws when they cannot be known. It is
   * called before anything is changed.
   */
  readonly findGaps: (counted: ReadonlyMap<string, number>) => Promise<readonly NumberGap[]>
  /** The statements that create the tables of restores where an earlier release made the database. */
  readonly tables: (kind: DatabaseKind, prefix: string) => readonly string[]
}

interface Mark {
  readonly gaps: readonly NumberGap[]
  readonly tables: readonly string[]
  /** When the backup was made; unknown of a file of `pg_dump`. */
  readonly madeAt: number | undefined
  readonly restoredAt: number
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * The statements by which a restored database says that it is one, and that its next numbers come after the gaps. `prefix` is the
 * schema with its dot, where it has to be named.
 */
export function markStatements({ gaps, tables, madeAt, restoredAt }: Mark, prefix = ''): string[] {
  const reason = `issued after the backup${madeAt === undefined ? '' : ` of ${utcTimeText(madeAt)}`}, which was restored`
  return [
    ...tables,
    `insert into ${prefix}restores (restored_at, made_at) values (${restoredAt}, ${madeAt ?? 'null'})`,
    ...gaps.flatMap(({ kind, first, last }) => [
      `insert into ${prefix}number_gaps (kind, first_number, last_number, restored_at, reason)
        values (${quoted(kind)}, ${first}, ${last}, ${restoredAt}, ${quoted(reason)})`,
      `update ${prefix}row_counts set counted = ${last} where name = ${quoted(kind)} and counted < ${last}`,
    ]),
  ]
}
