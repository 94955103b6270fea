/** Joins the class lists that are there, so that a missing one leaves no `undefined` in the markup. */
export function classNames(...lists: (string | false | null | undefined)[]): string {
  return lists.filter(Boolean).join(' ')
}
