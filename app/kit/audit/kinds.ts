/**
 * The kinds of changes, each of its subject's kind and what happened to it, such as `category.changed`. The texts of the
 * audit log declare them, so that no change is recorded that the log has no words for.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the texts fill it by declaration merging.
export interface AuditKinds {}
