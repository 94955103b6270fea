import { across, leader, upright } from '#kit/drawing/dimension.ts'
import {
  arc,
  circle,
  cross,
  edges,
  mirrored,
  mm,
  path,
  px,
  rect,
  ring,
  type Sheet,
  segment,
  walls,
} from '#kit/drawing/sheet.ts'
import { twoViews } from './layout.ts'

/** A turned or sintered bush with a flange. In mm. */
export interface FlangedBush {
  readonly kind: 'flanged-bush'
  readonly bore: number
  readonly outer: number
  readonly length: number
  readonly flange: number
  readonly flangeWidth: number
}

/** A bush rolled from strip, so it has a joint. In mm. */
export interface WrappedBush {
  readonly kind: 'wrapped-bush'
  readonly bore: number
  readonly outer: number
  readonly length: number
}

const margins = { left: 30, right: 54, gap: 62, tall: 140 }

export function drawFlangedBush(bush: FlangedBush): Sheet {
  const view = twoViews(bush.flange, bush.length, bush.flange, margins)
  const { s, ax, bx, cy, box } = view
  const [rim, r, hole] = [(bush.flange * s) / 2, (bush.outer * s) / 2, (bush.bore * s) / 2]
  const [wide, collar] = [bush.length * s, bush.flangeWidth * s]
  const section = `M${px(bx)} ${px(cy - hole)}V${px(cy - rim)}h${px(collar)}V${px(cy - r)}H${px(bx + wide)}V${px(cy - hole)}Z`
  return {
    part:
      ring('o', ax, cy, rim, hole) +
      circle('h', ax, cy, r) +
      circle('t', ax, cy, hole + 4) +
      mirrored(cy, path('s', section)) +
      edges('l', bx, bx + wide, cy, hole) +
      cross(ax, cy, rim) +
      segment('c', bx - 10, cy, bx + wide + 10, cy),
    dims:
      upright(cy - hole, cy + hole, bx - 22, bx, `Ø${mm(bush.bore)}`) +
      upright(cy - r, cy + r, bx + wide + 26, bx + wide, `Ø${mm(bush.outer)}`) +
      across(bx, bx + wide, cy + rim + 26, cy + rim, mm(bush.length)) +
      across(ax - rim, ax + rim, cy + rim + 26, cy, `Ø${mm(bush.flange)}`),
    box,
  }
}

export function drawWrappedBush(bush: WrappedBush): Sheet {
  const view = twoViews(bush.outer, bush.length, bush.outer, margins)
  const { s, ax, bx, cy, box } = view
  const [r, hole, wide] = [(bush.outer * s) / 2, (bush.bore * s) / 2, bush.length * s]
  const slit = 2.5
  const shell = `${arc(ax, cy, r, -90 + slit, 270 - slit)}${arc(ax, cy, hole, 270 - slit, -90 + slit, 'L')}Z`
  const liner = hole + (r - hole) * 0.3
  return {
    part:
      path('o', shell) +
      path('t', arc(ax, cy, liner, -90 + slit, 270 - slit)) +
      rect('o', bx, cy - r, wide, 2 * r) +
      edges('t', bx + 4, bx + wide - 4, cy, r) +
      path(
        'l',
        `M${px(bx)} ${px(cy - r * 0.3)}h${px(wide * 0.38)}q${px(wide * 0.12)} -11 ${px(wide * 0.24)} 0H${px(bx + wide)}`,
      ) +
      walls('h', bx, wide, cy, hole) +
      cross(ax, cy, r) +
      segment('c', bx - 10, cy, bx + wide + 10, cy),
    dims:
      leader([ax + hole * 0.7, cy - hole * 0.7], [ax + r * 0.86, cy - r * 0.98], `Ø${mm(bush.bore)}`) +
      upright(cy - r, cy + r, bx + wide + 26, bx + wide, `Ø${mm(bush.outer)}`) +
      across(bx, bx + wide, cy + r + 24, cy + r, mm(bush.length)),
    box,
  }
}
