/** Numbers from 0 to below 1, the same ones for the same seed. */
export type Random = () => number

/** Mulberry32: enough for samples. */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A number from 0 to below `count`, the small ones more often: those that are `steep`, by far. */
export const lowOf = (random: Random, count: number, steep: number): number =>
  Math.min(count - 1, Math.floor(count * random() ** steep))

export const between = (random: Random, from: number, to: number): number => from + random() * (to - from)

export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

/** The items in a sequence of chance. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items]
  for (let last = left.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[left[last], left[other]] = [left[other] as Item, left[last] as Item]
  }
  return left
}
