import { partFiles } from '#features/catalog/catalog.ts'
import { paperFiles } from '#features/documents/documents.ts'
import { avatarFiles, imageFiles } from '#features/images/images.ts'
import type { FileRows } from '#kit/files/file-rows.ts'

/** All rows that have files, in the database or in a store outside. */
export const allFiles: readonly FileRows[] = [imageFiles, avatarFiles, partFiles, paperFiles]
