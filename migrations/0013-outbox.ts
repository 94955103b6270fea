import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * One outbox for messages of every kind, in the place of `mails`. What differs by kind is JSON in `payload`, which only
 * the job of that kind reads.
 */
export const outbox: Migration = {
  name: '0013-outbox',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    const json = kind === 'sqlite' ? 'json_object' : 'json_build_object'
    await runStatements(trx, [
      // A process of the last release may still add mails: none may be added after they are copied.
      ...(kind === 'postgres' ? ['lock table mails in access exclusive mode'] : []),
      `create table outbox (
        id text not null primary key, kind text not null, about text, payload text not null,
        not_before ${bigint} not null, attempts integer not null, next_attempt_at ${bigint}, sent_at ${bigint},
        last_error text) ${clustered}`,
      `insert into outbox
        select id, 'mail', about,
          case when next_attempt_at is null then '{}'
            when template is null
              then cast(${json}('to', recipient, 'subject', subject, 'text', text, 'html', html) as text)
            else cast(${json}('to', recipient, 'template', template) as text) end,
          created_at, attempts, next_attempt_at, sent_at, last_error
        from mails`,
      'drop table mails',
      'create index outbox_due on outbox (kind, next_attempt_at) where next_attempt_at is not null',
    ])
  },
}
