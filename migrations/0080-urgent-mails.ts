import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * Entries of the outbox that leave before the others, and the sequence in which due ones are read: never tried ones, then the
 * others, each the urgent ones first. The mails of the sign-in service that wait are urgent: no others have these subjects.
 */
export const urgentMails: Migration = {
  name: '0080-urgent-mails',
  async up(trx) {
    await runStatements(trx, [
      'alter table outbox add column urgent integer not null default 0',
      `update outbox set urgent = 1 where kind = 'mail' and next_attempt_at is not null and about is null
        and (payload like '%"subject":"Reset your password"%'
          or payload like '%"subject":"Confirm your e-mail address"%')`,
      'drop index outbox_due',
      `create index outbox_due on outbox
        (kind, (case when attempts = 0 then 0 else 1 end), urgent desc, next_attempt_at, id)
        where next_attempt_at is not null`,
    ])
  },
}
