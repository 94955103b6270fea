import manifest from '../../../package.json' with { type: 'json' }

/** Which release of the shop this is, such as "1.2.0". `npm version` changes it. */
export const release: string = manifest.version

const partsOf = (name: string): number[] => (/^\d+\.\d+\.\d+/.exec(name)?.[0] ?? '').split('.').map(Number)

/** Whether a release came after another one, by the numbers of both. */
export function isNewerRelease(one: string, other: string): boolean {
  const others = partsOf(other)
  const differences = partsOf(one).map((part, at) => part - (others[at] ?? 0))
  return (differences.find((difference) => difference !== 0) ?? 0) > 0
}
