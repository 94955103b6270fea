import { circle, type Line, type Point, path, polar, polygon, px } from '#kit/drawing/sheet.ts'

/** A thread along a horizontal axis; all in px. */
interface Thread {
  readonly x: number
  readonly cy: number
  readonly length: number
  readonly diameter: number
  readonly pitch: number
  /** A chamfer at the free end, on by default. */
  readonly tip?: boolean
  /** No edge at its beginning, because a break line is drawn there. */
  readonly broken?: boolean
}

/** A threaded length seen from the side: flanks at the true pitch, free end on the right. */
export function threadSide({ x, cy, length, diameter, pitch, tip = true, broken = false }: Thread): string {
  const depth = Math.min(pitch * 0.54, diameter * 0.12)
  const chamfer = tip ? depth * 1.2 : 0
  const turns = Math.max(2, Math.round((length - chamfer) / pitch))
  const step = (length - chamfer) / turns
  const crest = diameter / 2
  const root = crest - depth
  const top: Point[] = []
  const bottom: Point[] = []
  let flanks = ''
  for (let turn = 0; turn < turns; turn++) {
    const at = x + turn * step
    top.push([at, cy - root], [at + step / 2, cy - crest])
    bottom.push([at, cy + crest], [at + step / 2, cy + root])
    flanks += `M${px(at + step / 2)} ${px(cy - crest)}L${px(at + step)} ${px(cy + crest)}`
    // With a small pitch the lines of the roots would merge into a grey area.
    if (pitch >= 6) flanks += `M${px(at)} ${px(cy - root)}L${px(at + step / 2)} ${px(cy + root)}`
  }
  const end = x + length
  top.push([end - chamfer, cy - root], [end, cy - root + chamfer * 0.5])
  bottom.push([end - chamfer, cy + crest], [end, cy + root - chamfer * 0.5])
  return path('o', polygon([...top, ...bottom.reverse()], broken ? '' : 'Z')) + path('t', flanks)
}

/** A hexagon head or nut from its end, with the circle its chamfer leaves. */
export const hexEnd = (cx: number, cy: number, flats: number) =>
  hexagon('o', cx, cy, flats) + circle('t', cx, cy, flats * 0.475)

/** A hexagon from the side, three faces visible, chamfered where asked. All in px. */
export function hexSide(
  x: number,
  cy: number,
  length: number,
  flats: number,
  chamfers: 'left' | 'right' | 'both' | 'none',
): string {
  const e = (flats * 2) / Math.sqrt(3)
  const left = chamfers === 'left' || chamfers === 'both' ? flats * 0.06 : 0
  const right = chamfers === 'right' || chamfers === 'both' ? flats * 0.06 : 0
  const [a, b] = [x + left, x + length - right]
  const y = (part: number) => px(cy + e * part)
  const outline =
    `M${px(a)} ${y(-0.5)}Q${px(a - left)} ${y(-0.44)} ${px(x)} ${y(-0.375)}V${y(0.375)}` +
    `Q${px(a - left)} ${y(0.44)} ${px(a)} ${y(0.5)}H${px(b)}Q${px(b + right)} ${y(0.44)} ${px(x + length)} ${y(0.375)}` +
    `V${y(-0.375)}Q${px(b + right)} ${y(-0.44)} ${px(b)} ${y(-0.5)}Z`
  const curve = (at: number, out: number) =>
    `M${px(at)} ${y(-0.5)}Q${px(at + out)} ${y(-0.375)} ${px(at)} ${y(-0.25)}Q${px(at + out * 1.2)} ${y(0)} ${px(at)} ${y(0.25)}` +
    `Q${px(at + out)} ${y(0.375)} ${px(at)} ${y(0.5)}`
  const curves = (left ? curve(a, -2 * left) : '') + (right ? curve(b, 2 * right) : '')
  const edges = path('l', `M${px(a)} ${y(-0.25)}H${px(b)}M${px(a)} ${y(0.25)}H${px(b)}`)
  return path('o', outline) + edges + (curves ? path('t', curves) : '')
}

/** A hexagon with corners above and below, `flats` across; also the shape of a hexagon socket. */
const hexagon = (line: Line, cx: number, cy: number, flats: number, turn = 30) =>
  path(line, polygon([0, 60, 120, 180, 240, 300].map((a) => polar(cx, cy, flats / Math.sqrt(3), a + turn))))
