import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * SQLite's index of products has the newest first, by places with a minus: FTS5 reads forwards in half the time that
 * it takes backwards. A process of the version before finds nothing by words until it is replaced.
 */
export const newestFirst: Migration = {
  name: '0015-newest-first',
  async up(trx, kind) {
    if (kind === 'postgres') return
    await runStatements(trx, [
      'drop trigger products_published',
      'drop trigger products_archived',
      'drop trigger products_rewritten',
      'drop table product_search_terms',
      'drop table product_search',
      `create virtual table product_search using fts5
        (search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
      'create virtual table product_search_terms using fts5vocab (product_search, instance)',
      // In the order of the index: against it, FTS5 would write each product by itself.
      `insert into product_search (rowid, search_text)
        select -place, search_text || char(10, 10) from products where archived_at is null order by place desc`,
      `create trigger products_published after insert on products when new.archived_at is null begin
        update products set place = coalesce(place,
          (select coalesce(max(place), 0) + 1 from products where archived_at is null)) where id = new.id;
        insert into product_search (rowid, search_text)
          select -place, search_text || char(10, 10) from products where id = new.id;
        update row_counts set counted = counted + 1 where name = 'products';
      end`,
      `create trigger products_archived after update of archived_at on products
        when old.archived_at is null and new.archived_at is not null begin
        delete from product_search where rowid = -old.place;
        update row_counts set counted = counted - 1 where name = 'products';
      end`,
      `create trigger products_rewritten after update of search_text on products when new.archived_at is null begin
        insert or replace into product_search (rowid, search_text)
          values (-new.place, new.search_text || char(10, 10));
      end`,
    ])
  },
}
