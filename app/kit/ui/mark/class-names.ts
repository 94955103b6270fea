/** Joins class lists and skips falsy ones. */
export function classNames(...lists: (string | false | null | undefined)[]): string {
  return lists.filter(Boolean).join(' ')
}
