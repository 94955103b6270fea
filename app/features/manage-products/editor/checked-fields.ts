/** The fields whose errors are shown. */
export type CheckedFields = ReadonlySet<string> | 'all'

export const NONE_CHECKED: CheckedFields = new Set<string>()

/** The fields after a price break was removed: those behind it move up, and so do their shown errors. */
export const withoutBreak = (checked: CheckedFields, index: number): CheckedFields =>
  checked === 'all' ? 'all' : new Set([...checked].flatMap((field) => movedUp(field, index)))

function movedUp(field: string, removed: number): string[] {
  const [, at, part] = /^prices\/(\d+)\/(.+)$/.exec(field) ?? []
  if (at === undefined || Number(at) < removed) return [field]
  return Number(at) === removed ? [] : [`prices/${Number(at) - 1}/${part}`]
}
