import { across, leader, upright } from '#kit/drawing/dimension.ts'
import { circle, cross, mm, path, px, rect, ring, type Sheet, segment } from '#kit/drawing/sheet.ts'
import { sheetOf, stackedViews, twoViews } from './layout.ts'

/** An equal angle with one hole in each leg and a pressed rib. In mm. */
export interface AngleBracket {
  readonly kind: 'angle-bracket'
  readonly leg: number
  readonly width: number
  readonly thickness: number
  readonly hole: number
}

/** A blind rivet with its mandrel. In mm. */
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
export interface BridgeHandle {
  readonly kind: 'bridge-handle'
  readonly centres: number
  readonly height: number
  readonly grip: number
  readonly depth: number
  readonly thread: number
}

export function drawAngleBracket(bracket: AngleBracket): Sheet {
  const { s, ax, bx, box } = twoViews(bracket.leg, bracket.width, bracket.leg, {
    left: 40,
    right: 44,
    gap: 56,
    tall: 146,
  })
  const [leg, t, wide] = [bracket.leg * s, bracket.thickness * s, bracket.width * s]
  const [x, y] = [ax - leg / 2, box.y]
  const [right, foot] = [x + leg, y + leg]
  const bend = t * 2
  const profile =
    `M${px(x)} ${px(y)}h${px(t)}V${px(foot - t - bend + t)}Q${px(x + t)} ${px(foot - t)} ${px(x + bend)} ${px(foot - t)}H${px(right)}v${px(t)}H${px(x + bend)}` +
    `Q${px(x)} ${px(foot)} ${px(x)} ${px(foot - bend)}Z`
  const rib = path(
    'o',
    `M${px(x + t)} ${px(foot - leg * 0.36)}L${px(x + leg * 0.36)} ${px(foot - t)}H${px(x + t)}Z`,
  )
  const [mid, holeY] = [bx + wide / 2, y + leg * 0.36]
  const hole = (bracket.hole * s) / 2
  const ribFace = `M${px(mid - 7)} ${px(foot - t)}V${px(foot - leg * 0.3)}Q${px(mid)} ${px(foot - leg * 0.42)} ${px(mid + 7)} ${px(foot - leg * 0.3)}V${px(foot - t)}`
  const edge = `M${px(x)} ${px(holeY - hole)}h${px(t)}M${px(x)} ${px(holeY + hole)}h${px(t)}M${px(right - leg * 0.36 - hole)} ${px(foot - t)}v${px(t)}M${px(right - leg * 0.36 + hole)} ${px(foot - t)}v${px(t)}`
  return {
    part:
      rib +
      path('o', profile) +
      path('h', edge) +
      segment('c', x - 8, holeY, x + t + 8, holeY) +
      rect('o', bx, y, wide, leg, 5) +
      segment('l', bx, foot - t, bx + wide, foot - t) +
      path('o', ribFace) +
      circle('l', mid, holeY, hole) +
      cross(mid, holeY, hole),
    dims:
      upright(y, foot, x - 18, x, mm(bracket.leg)) +
      across(x, right, foot + 26, foot, mm(bracket.leg)) +
      across(bx, bx + wide, foot + 26, foot, mm(bracket.width)) +
      leader([x + t, y + 12], [x + t + 18, y + 4], mm(bracket.thickness)) +
      leader([mid + hole * 0.7, holeY - hole * 0.7], [bx + wide + 4, y + 12], `Ø${mm(bracket.hole)}`),
    box,
  }
}

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

export function drawBridgeHandle(handle: BridgeHandle): Sheet {
  const span = handle.centres + handle.grip * 1.3
  const { s, cx, top, bottom, box } = stackedViews(span, handle.height, handle.depth, {
    left: 34,
    right: 50,
    gap: 52,
    tall: 188,
    cy: 118,
  })
  const [half, foot, grip] = [(handle.centres * s) / 2, top + handle.height * s, handle.grip * s]
  const [out, inn] = [half + grip * 0.65, half - grip * 0.65]
  const round = handle.height * s * 0.5
  const shape =
    `M${px(cx - out)} ${px(foot)}V${px(top + round)}Q${px(cx - out)} ${px(top)} ${px(cx - out + round)} ${px(top)}H${px(cx + out - round)}Q${px(cx + out)} ${px(top)} ${px(cx + out)} ${px(top + round)}V${px(foot)}` +
    `H${px(cx + inn)}V${px(top + grip + round * 0.4)}Q${px(cx + inn)} ${px(top + grip)} ${px(cx + inn - round * 0.6)} ${px(top + grip)}H${px(cx - inn + round * 0.6)}Q${px(cx - inn)} ${px(top + grip)} ${px(cx - inn)} ${px(top + grip + round * 0.4)}V${px(foot)}Z`
  const bore = (handle.thread * s) / 2
  const holes = [-half, half].map(
    (at) =>
      path(
        'h',
        `M${px(cx + at - bore)} ${px(foot)}v${px(-2.6 * handle.thread * s)}h${px(2 * bore)}V${px(foot)}`,
      ) + segment('c', cx + at, foot - 3.4 * handle.thread * s, cx + at, foot + 8),
  )
  const deep = handle.depth * s
  const under = [-half, half].map(
    (at) => circle('l', cx + at, bottom + deep / 2, bore) + cross(cx + at, bottom + deep / 2, bore),
  )
  return {
    part:
      path('o', shape) +
      holes.join('') +
      rect('o', cx - out, bottom, 2 * out, deep, deep / 2) +
      path('t', `M${px(cx - inn)} ${px(bottom)}v${px(deep)}M${px(cx + inn)} ${px(bottom)}v${px(deep)}`) +
      under.join(''),
    dims:
      across(cx - half, cx + half, foot + 30, foot + 4, mm(handle.centres)) +
      upright(top, foot, cx + out + 22, cx + out, mm(handle.height)) +
      leader(
        [cx + half - bore, foot - handle.thread * s * 1.4],
        [cx + half - 34, foot - handle.thread * s * 1.4 - 8],
        `M${mm(handle.thread)}`,
        'left',
      ),
    box,
  }
}
