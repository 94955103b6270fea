import { across, upright } from '#kit/drawing/dimension.ts'
import {
  circle,
  cross,
  mirrored,
  mm,
  type Point,
  path,
  polygon,
  px,
  ring,
  type Sheet,
  segment,
} from '#kit/drawing/sheet.ts'
import { twoViews } from './layout.ts'

/** `section` is the thickness of the cord. In mm. */
export interface ORing {
  readonly kind: 'o-ring'
  readonly inner: number
  readonly section: number
}

/** A rotary shaft seal with a garter spring. In mm. */
export interface ShaftSeal {
  readonly kind: 'shaft-seal'
  readonly shaft: number
  readonly outer: number
  readonly width: number
}

export function drawORing(seal: ORing): Sheet {
  const outer = seal.inner + 2 * seal.section
  const view = twoViews(outer, seal.section, outer, { left: 30, right: 54, gap: 66, tall: 150 })
  const { s, ax, bx, cy, box } = view
  const [r, hole, cord] = [(outer * s) / 2, (seal.inner * s) / 2, seal.section * s]
  const middle = bx + cord / 2
  return {
    part:
      ring('k', ax, cy, r, hole) +
      circle('c', ax, cy, (r + hole) / 2) +
      path(
        'l',
        `M${px(bx)} ${px(cy - r + cord / 2)}V${px(cy + r - cord / 2)}M${px(bx + cord)} ${px(cy - r + cord / 2)}V${px(cy + r - cord / 2)}`,
      ) +
      circle('s', middle, cy - r + cord / 2, cord / 2) +
      circle('s', middle, cy + r - cord / 2, cord / 2) +
      cross(ax, cy, r) +
      segment('c', bx - 10, cy, bx + cord + 10, cy),
    dims:
      upright(cy - hole, cy + hole, bx - 24, bx + cord / 2, `Ø${mm(seal.inner)}`) +
      across(bx, bx + cord, cy - r - 12, cy - r + cord / 2, mm(seal.section)),
    box,
  }
}

export function drawShaftSeal(seal: ShaftSeal): Sheet {
  const view = twoViews(seal.outer, seal.width, seal.outer, { left: 26, right: 56, gap: 66, tall: 150 })
  const { s, ax, bx, cy, box } = view
  const [r, lip, wide] = [(seal.outer * s) / 2, (seal.shaft * s) / 2, seal.width * s]
  const deep = r - lip
  const at = (x: number, y: number): Point => [bx + wide * x, cy - lip - deep * y]
  const rubber = polygon([
    at(0, 1),
    at(1, 1),
    at(1, 0.84),
    at(0.24, 0.84),
    at(0.24, 0.52),
    at(0.42, 0.42),
    at(0.62, 0.36),
    at(0.92, 0.36),
    at(0.94, 0.2),
    at(0.66, 0),
    at(0.2, 0.24),
    at(0, 0.42),
  ])
  const spring = at(0.76, 0.36)
  return {
    part:
      ring('k', ax, cy, r, lip + deep * 0.72) +
      ring('o', ax, cy, lip + deep * 0.72, lip + deep * 0.4) +
      circle('t', ax, cy, lip + deep * 0.6) +
      ring('k', ax, cy, lip + deep * 0.4, lip) +
      mirrored(cy, path('s', rubber) + circle('o', spring[0], spring[1], deep * 0.11)) +
      path(
        'l',
        `M${px(bx)} ${px(cy - lip - deep * 0.42)}V${px(cy + lip + deep * 0.42)}M${px(bx + wide * 0.66)} ${px(cy - lip)}v${px(2 * lip)}`,
      ) +
      cross(ax, cy, r) +
      segment('c', bx - 10, cy, bx + wide + 10, cy),
    dims:
      upright(cy - lip, cy + lip, bx - 22, bx + wide * 0.6, `Ø${mm(seal.shaft)}`) +
      upright(cy - r, cy + r, bx + wide + 28, bx + wide, `Ø${mm(seal.outer)}`) +
      across(bx, bx + wide, cy + r + 22, cy + r, mm(seal.width)),
    box,
  }
}
