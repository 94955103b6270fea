import { escapeXml, type Point, path, px } from './sheet.ts'

const arrowLength = 8
const overshoot = 4

const arrow = (x: number, y: number, dx: number, dy: number) =>
  `<path class="a" d="M${px(x)} ${px(y)}l${px(dx * arrowLength - dy * 2.4)} ${px(dy * arrowLength + dx * 2.4)}` +
  `l${px(dy * 4.8)} ${px(-dx * 4.8)}z"/>`

const line = (d: string) => path('t', d)

/** About how wide a text of a dimension is. */
export const widthOf = (text: string) => text.length * 7.5

const label = (x: number, y: number, text: string, anchor: 'middle' | 'start' = 'middle') =>
  `<text${anchor === 'start' ? ' class="e"' : ''} x="${px(x)}" y="${px(y)}">${escapeXml(text)}</text>`

/** Where the extension lines begin: at one edge of the part, or each at its own. */
type From = number | readonly [number, number]

const both = (from: From): readonly [number, number] => (typeof from === 'number' ? [from, from] : from)

/** A horizontal dimension at height `y`, with extension lines from the part's edge at `from`. */
export function across(x1: number, x2: number, y: number, from: From, text: string): string {
  const [a, b] = both(from)
  const away = y > a ? 1 : -1
  const extensions = `M${px(x1)} ${px(a + 3 * away)}V${px(y + overshoot * away)}M${px(x2)} ${px(b + 3 * away)}V${px(y + overshoot * away)}`
  if (x2 - x1 >= widthOf(text) + 6 && x2 - x1 >= 24) {
    return (
      line(`${extensions}M${px(x1)} ${px(y)}H${px(x2)}`) +
      arrow(x1, y, 1, 0) +
      arrow(x2, y, -1, 0) +
      label((x1 + x2) / 2, y - 4, text)
    )
  }
  const tail = x2 + 12 + widthOf(text)
  return (
    line(`${extensions}M${px(x1 - 14)} ${px(y)}H${px(tail)}`) +
    arrow(x1, y, -1, 0) +
    arrow(x2, y, 1, 0) +
    label(x2 + 10, y - 4, text, 'start')
  )
}

/** A vertical dimension at `x`, with extension lines from the part's edge at `from`. */
export function upright(y1: number, y2: number, x: number, from: From, text: string): string {
  const [a, b] = both(from)
  const away = x > a ? 1 : -1
  const extensions = `M${px(a + 3 * away)} ${px(y1)}H${px(x + overshoot * away)}M${px(b + 3 * away)} ${px(y2)}H${px(x + overshoot * away)}`
  const inside = y2 - y1 >= 24
  const fits = y2 - y1 >= widthOf(text) + 18
  const shaft = inside ? `M${px(x)} ${px(y1)}V${px(y2)}` : `M${px(x)} ${px(y1 - 14)}V${px(y2 + 14)}`
  const heads = inside ? arrow(x, y1, 0, 1) + arrow(x, y2, 0, -1) : arrow(x, y1, 0, -1) + arrow(x, y2, 0, 1)
  const middle = (y1 + y2) / 2
  const caption = fits
    ? `<text transform="translate(${px(x - 4)} ${px(middle)})rotate(-90)">${escapeXml(text)}</text>`
    : label(away > 0 ? x + 5 : x - 5 - widthOf(text), middle + 4.5, text, 'start')
  return line(extensions + shaft) + heads + caption
}

/** A leader line from a point on the part to a text beside it. */
export function leader(tip: Point, knee: Point, text: string, side: 'left' | 'right' = 'right'): string {
  const [x1, y1] = tip
  const [x2, y2] = knee
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const sign = side === 'right' ? 1 : -1
  const end = x2 + sign * (widthOf(text) + 4)
  return (
    line(`M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}H${px(end)}`) +
    arrow(x1, y1, (x2 - x1) / length, (y2 - y1) / length) +
    label((x2 + end) / 2, y2 - 4, text)
  )
}
