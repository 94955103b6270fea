import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** What companies call parts. The keys are compared byte by byte, so that the beginning of one is found by an index. */
export const companyNumbers: Migration = {
  name: '0112-company-numbers',
  async up(trx, kind) {
    const { clustered } = typesOf(kind)
    const bytewise = kind === 'sqlite' ? '' : 'collate "C"'
    await runStatements(trx, [
      `create table company_part_numbers (
        company_id text not null references companies (id), own_key text ${bytewise} not null,
        own text not null, product_id text not null references products (id), position integer not null,
        primary key (company_id, own_key)) ${clustered}`,
      'create index company_part_numbers_of_part on company_part_numbers (company_id, product_id)',
      'create index company_part_numbers_listed on company_part_numbers (company_id, position)',
    ])
  },
}
