/**
 * The fields that another admin has changed meanwhile to other values than the form has. The form takes those that are
 * `untouched`; what is typed stays.
 */
export function fieldsMeanwhile<Values, Name extends string>(
  changedFields: (from: Values, to: Values) => readonly Name[],
  { before, mine, theirs }: { before: Values; mine: Values; theirs: Values },
): { readonly fields: readonly Name[]; readonly untouched: readonly Name[] } {
  const typed = new Set(changedFields(before, mine))
  const different = new Set(changedFields(mine, theirs))
  const fields = changedFields(before, theirs).filter((name) => different.has(name))
  return { fields, untouched: fields.filter((name) => !typed.has(name)) }
}

/** The draft with the values of another one in these fields. */
export const takeFields = <Draft extends object>(
  draft: Draft,
  from: Draft,
  names: readonly (keyof Draft)[],
): Draft => ({ ...draft, ...Object.fromEntries(names.map((name) => [name, from[name]])) })
