import { across, leader, upright } from '#kit/drawing/dimension.ts'
import { circle, cross, mm, path, px, rect, ring, type Sheet, segment } from '#kit/drawing/sheet.ts'
import { sheetOf, stackedViews, twoViews } from './layout.ts'

/** An equal angle with one hole in each leg and a pressed rib. In mm. */
export interface BlindRivet {
  readonly kind: 'blind-rivet'
  readonly diameter: number
  readonly length: number
  readonly head: number
  readonly headHeight: number
  readonly mandrel: number
}

/** A butt hinge, opened flat, three countersunk holes in each leaf. In mm. */
export interface Hinge {
  readonly kind: 'hinge'
  readonly height: number
  readonly width: number
  readonly thickness: number
  readonly hole: number
}

/** A bridge handle with threaded feet. In mm. */
export function drawBlindRivet(rivet: BlindRivet): Sheet {
  const out = rivet.length * 1.7
  const view = twoViews(rivet.head, out + rivet.headHeight + rivet.length + 2.6, rivet.head, {
    left: 20,
    right: 20,
    gap: 24,
    tall: 110,
  })
  const { s, ax, bx, cy, box } = view
  const face = bx + out * s
  const seat = face + rivet.headHeight * s
  const end = seat + rivet.length * s
  const [r, head, nail] = [(rivet.diameter * s) / 2, (rivet.head * s) / 2, (rivet.mandrel * s) / 2]
  const bulb = end + 2.6 * s
  const pulled = `M${px(face)} ${px(cy - nail)}H${px(bx + 6)}L${px(bx)} ${px(cy - nail * 0.3)}V${px(cy + nail * 0.3)}L${px(bx + 6)} ${px(cy + nail)}H${px(face)}Z`
  const ball = `M${px(end)} ${px(cy - nail)}Q${px(end + 3)} ${px(cy - r)} ${px(end + 8)} ${px(cy - r)}Q${px(bulb)} ${px(cy - r)} ${px(bulb)} ${px(cy)}T${px(end + 8)} ${px(cy + r)}Q${px(end + 3)} ${px(cy + r)} ${px(end)} ${px(cy + nail)}Z`
  const cap = `M${px(seat)} ${px(cy - head)}Q${px(face)} ${px(cy - head * 0.75)} ${px(face)} ${px(cy - nail * 1.3)}V${px(cy + nail * 1.3)}Q${px(face)} ${px(cy + head * 0.75)} ${px(seat)} ${px(cy + head)}Z`
  return sheetOf(
    view,
    ring('o', ax, cy, head, nail) + circle('o', ax, cy, nail) + cross(ax, cy, head),
    path('o', pulled) +
      path('o', ball) +
      rect('o', seat, cy - r, end - seat, 2 * r) +
      path('h', `M${px(seat)} ${px(cy - nail)}H${px(end)}M${px(seat)} ${px(cy + nail)}H${px(end)}`) +
      path('o', cap) +
      segment('c', bx - 8, cy, bulb + 8, cy),
    across(seat, end, box.y + box.h + 26, cy + r, mm(rivet.length)) +
      across(ax - head, ax + head, box.y + box.h + 26, cy, `Ø${mm(rivet.head)}`) +
      leader(
        [seat + (end - seat) * 0.45, cy - r],
        [seat + (end - seat) * 0.45 + 14, cy - head - 10],
        `Ø${mm(rivet.diameter)}`,
      ),
  )
}

export function drawHinge(hinge: Hinge): Sheet {
  const barrel = hinge.thickness * 3
  const { s, cx, top, bottom, box } = stackedViews(hinge.width, hinge.height, barrel, {
    left: 56,
    right: 56,
    gap: 24,
    tall: 176,
    cy: 110,
  })
  const [half, tall, b] = [(hinge.width * s) / 2, hinge.height * s, (barrel * s) / 2]
  const leaf = (side: 1 | -1) => rect('o', side < 0 ? cx - half : cx, top, half, tall, 3)
  const hole = (hinge.hole * s) / 2
  const holes = [-1, 1].flatMap((side) =>
    [0.16, 0.5, 0.84].map((at, row) => {
      const x = cx + side * half * (row === 1 ? 0.72 : 0.5)
      const y = top + tall * at
      return circle('t', x, y, hole * 1.75) + circle('l', x, y, hole)
    }),
  )
  const knuckles = [0, 1, 2, 3, 4].map((at) => rect('o', cx - b, top + (tall * at) / 5, 2 * b, tall / 5, 1.5))
  const t = hinge.thickness * s
  const cy = bottom + b
  return {
    part:
      leaf(-1) +
      leaf(1) +
      holes.join('') +
      knuckles.join('') +
      segment('c', cx, top - 8, cx, top + tall + 8) +
      rect('o', cx - half, cy + b - t, half, t) +
      rect('o', cx, cy + b - t, half, t) +
      circle('o', cx, cy, b) +
      circle('l', cx, cy, b * 0.5),
    dims:
      upright(top, top + tall, cx - half - 18, cx - half, mm(hinge.height)) +
      across(cx - half, cx + half, cy + b + 24, cy + b, mm(hinge.width)) +
      leader(
        [cx + half * 0.5 + hole * 0.7, top + tall * 0.16 - hole * 0.7],
        [cx + half + 10, top + 2],
        `Ø${mm(hinge.hole)}`,
      ),
    box,
  }
}
