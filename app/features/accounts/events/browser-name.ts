/** The first that a browser says of itself is the one it is: others name the ones that they are like. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A browser in words that its user recognizes, such as "Firefox on Windows". What it sends is never stored. */
export function browserName(userAgent: string | undefined): string {
  const nameOf = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test((userAgent ?? '').slice(0, 500)))?.[0]
  const [browser, system] = [nameOf(BROWSERS), nameOf(SYSTEMS)]
  if (browser === undefined) return system === undefined ? 'Unknown browser' : `A program on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
