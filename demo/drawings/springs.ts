import { across, leader, upright } from '#kit/drawing/dimension.ts'
import { arc, cross, mm, path, px, rect, ring, type Sheet, segment, wire } from '#kit/drawing/sheet.ts'
import { sheetOf, twoViews } from './layout.ts'

/** `wire` thickness, outside diameter, free length in mm; `coils` counts the active ones. */
export interface CompressionSpring {
  readonly kind: 'compression-spring'
  readonly wire: number
  readonly outer: number
  readonly length: number
  readonly coils: number
}

/** Free length over the insides of both loops, in mm. */
export interface TensionSpring {
  readonly kind: 'tension-spring'
  readonly wire: number
  readonly outer: number
  readonly length: number
}

/** Half a turn of a helix from the side, as an S-shaped curve. */
function halfTurn(x1: number, x2: number, y1: number, y2: number): string {
  const bend = (x2 - x1) * 0.36
  return `M${px(x1)} ${px(y1)}C${px(x1 + bend)} ${px(y1)} ${px(x2 - bend)} ${px(y2)} ${px(x2)} ${px(y2)}`
}

export function drawCompressionSpring(spring: CompressionSpring): Sheet {
  const view = twoViews(spring.outer, spring.length, spring.outer, {
    left: 24,
    right: 24,
    gap: 34,
    tall: 120,
  })
  const { s, ax, bx, cy } = view
  const [r, w, long] = [(spring.outer * s) / 2, spring.wire * s, spring.length * s]
  const mean = r - w / 2
  // The closed coil at each end touches its neighbour; the others divide the length evenly.
  const ends = w
  const pitch = (long - w - 2 * ends) / spring.coils
  const starts = [
    0,
    ends,
    ...Array.from({ length: Math.floor(spring.coils) }, (_, at) => ends + (at + 1) * pitch),
  ]
  const x = (at: number) => bx + w / 2 + at
  let [back, front] = ['', '']
  for (const [turn, from] of starts.entries()) {
    const step = turn === 0 ? ends : Math.min(pitch, long - w - from)
    front += halfTurn(x(from), x(from + step / 2), cy + mean, cy - mean)
    back += halfTurn(x(from + step / 2), x(from + step), cy - mean, cy + mean)
  }
  front += halfTurn(x(long - w), x(long - w), cy + mean, cy - mean)
  return sheetOf(
    view,
    ring('o', ax, cy, r, r - w) + path('l', `M${px(ax)} ${px(cy - r)}v${px(w)}`) + cross(ax, cy, r),
    wire(back, w) + wire(front, w) + segment('c', bx - 10, cy, bx + long + 10, cy),
    across(bx, bx + long, cy + r + 26, cy + r, mm(spring.length)) +
      across(ax - r, ax + r, cy + r + 26, cy, `Ø${mm(spring.outer)}`) +
      leader([x(long * 0.5), cy - mean], [x(long * 0.5) + 16, cy - r - 16], `Ø${mm(spring.wire)}`),
  )
}

export function drawTensionSpring(spring: TensionSpring): Sheet {
  const loop = spring.outer - spring.wire
  const view = twoViews(spring.outer, spring.length + 2 * spring.wire, spring.outer, {
    left: 44,
    right: 22,
    gap: 30,
    tall: 120,
  })
  const { s, ax, bx, cy } = view
  const [r, w] = [(spring.outer * s) / 2, spring.wire * s]
  const mean = r - w / 2
  const long = (spring.length + 2 * spring.wire) * s
  const [from, to] = [bx + loop * s * 0.86, bx + long - loop * s * 0.86]
  const count = Math.round((to - from) / w)
  const step = (to - from) / count
  let coils = ''
  for (let turn = 0; turn < count; turn++)
    coils += `M${px(from + (turn + 0.25) * step)} ${px(cy + mean)}L${px(from + (turn + 0.75) * step)} ${px(cy - mean)}`
  const eye = (x: number, a: number, b: number) => arc(x, cy, mean, a, b)
  return sheetOf(
    view,
    ring('o', ax, cy, r, r - w) + rect('o', ax - w / 2, cy - r, w, 2 * r, w / 2) + cross(ax, cy, r),
    wire(eye(bx + r, 24, 320), w) +
      wire(eye(bx + long - r, -156, 140), w) +
      wire(coils, w) +
      segment('c', bx - 10, cy, bx + long + 10, cy),
    across(bx + w, bx + long - w, cy + r + 26, cy + r * 0.5, mm(spring.length)) +
      upright(cy - r, cy + r, ax - r - 14, ax, `Ø${mm(spring.outer)}`) +
      leader([(from + to) / 2, cy - r], [(from + to) / 2 + 14, cy - r - 18], `Ø${mm(spring.wire)}`),
  )
}
