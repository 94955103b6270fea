import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Uploaded images, each as files of several widths and types. `kept` is 1 once a product has used the image: then it is
 * never deleted, since the history of the product names it.
 */
export const images: Migration = {
  name: '0023-images',
  async up(trx, kind) {
    const { bytes, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table images (
        id text not null primary key, kept integer not null default 0 check (kept in (0, 1))) ${strict}`,
      'create index images_not_kept on images (id) where kept = 0',
      `create table image_files (
        image_id text not null references images (id) on delete cascade,
        width integer not null, type text not null, content ${bytes} not null,
        primary key (image_id, type, width)) ${strict}`,
    ])
  },
}
