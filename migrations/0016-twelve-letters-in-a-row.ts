import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * SQLite's index of products has all one to twelve letters in a row, and no places in the texts: a word is one entry
 * then, also one of a letter, and that a part of a word is nowhere is known at once. A process of the version before
 * cannot search by words until it is replaced.
 */
export const twelveLettersInARow: Migration = {
  name: '0016-twelve-letters-in-a-row',
  async up(trx, kind) {
    if (kind === 'postgres') return
    await runStatements(trx, [
      'drop trigger products_published',
      'drop trigger products_archived',
      'drop trigger products_rewritten',
      'drop table product_search_terms',
      'drop table product_search',
      // Twelve letters from each place on. What is cut by a blank is left as it is: it is the beginning of another.
      `create view product_grams (id, place, grams) as
        select id, place, (
          with recursive starts (start) as (
            select 1 union all select start + 1 from starts where start < length(search_text))
          select group_concat(substr(search_text, start, 12), ' ') from starts)
        from products where archived_at is null`,
      // The texts are in lower case already. Beginnings of these are entries too: all fewer letters in a row.
      `create virtual table product_search using fts5 (grams, content = '', contentless_delete = 1, detail = none,
        prefix = '1 2 3 4 5 6 7 8 9 10 11', tokenize = "ascii tokenchars '${PUNCTUATION}'")`,
      // In the order of the index: against it, FTS5 would write each product by itself.
      'insert into product_search (rowid, grams) select -place, grams from product_grams order by place desc',
      "insert into product_search (product_search) values ('optimize')",
      `create trigger products_published after insert on products when new.archived_at is null begin
        update products set place = coalesce(place,
          (select coalesce(max(place), 0) + 1 from products where archived_at is null)) where id = new.id;
        insert into product_search (rowid, grams) select -place, grams from product_grams where id = new.id;
        update row_counts set counted = counted + 1 where name = 'products';
      end`,
      `create trigger products_archived after update of archived_at on products
        when old.archived_at is null and new.archived_at is not null begin
        delete from product_search where rowid = -old.place;
        update row_counts set counted = counted - 1 where name = 'products';
      end`,
      `create trigger products_rewritten after update of search_text on products when new.archived_at is null begin
        insert or replace into product_search (rowid, grams)
          select -place, grams from product_grams where id = new.id;
      end`,
    ])
  },
}

/** What is a letter as any other, besides those that FTS5 takes for one: all that is visible. Quotes are doubled. */
const PUNCTUATION = '!""#$%&\'\'()*+,-./:;<=>?@[\\]^_`{|}~'
