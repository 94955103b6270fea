import { across, leader, upright } from '#kit/drawing/dimension.ts'
import { arc, circle, cross, edges, mm, path, px, rect, type Sheet, segment } from '#kit/drawing/sheet.ts'
import { sheetOf, twoViews } from './layout.ts'

/** A solid ground pin, one end rounded, the other chamfered. In mm. */
export interface DowelPin {
  readonly kind: 'dowel-pin'
  readonly diameter: number
  readonly length: number
}

/** A slotted tube. In mm. */
export interface SpringPin {
  readonly kind: 'spring-pin'
  readonly diameter: number
  readonly length: number
  readonly wall: number
}

/** A pin with a head and a hole for a cotter pin; `hole` its diameter, `holeFromEnd` to its centre. In mm. */
export interface ClevisPin {
  readonly kind: 'clevis-pin'
  readonly diameter: number
  readonly length: number
  readonly head: number
  readonly headHeight: number
  readonly hole: number
  readonly holeFromEnd: number
}

/** A split pin: `size` is its hole, `diameter` its shank, `eye` the eye's width and `eyeLength` its length. In mm. */
export interface CotterPin {
  readonly kind: 'cotter-pin'
  readonly size: number
  readonly diameter: number
  readonly length: number
  readonly eye: number
  readonly eyeLength: number
}

/** A feather key with round ends. In mm. */
export interface ParallelKey {
  readonly kind: 'parallel-key'
  readonly width: number
  readonly height: number
  readonly length: number
}

const pinMargins = { left: 20, right: 52, gap: 32, tall: 110 }

export function drawDowelPin(pin: DowelPin): Sheet {
  const view = twoViews(pin.diameter, pin.length, pin.diameter, pinMargins)
  const { s, ax, bx, cy } = view
  const [r, long] = [(pin.diameter * s) / 2, pin.length * s]
  const [bevel, crown] = [r * 0.3, r * 0.22]
  const end = bx + long
  const body =
    `M${px(bx)} ${px(cy - r * 0.84)}L${px(bx + bevel)} ${px(cy - r)}H${px(end - crown)}Q${px(end)} ${px(cy - r * 0.8)} ${px(end)} ${px(cy)}` +
    `T${px(end - crown)} ${px(cy + r)}H${px(bx + bevel)}L${px(bx)} ${px(cy + r * 0.84)}Z`
  return sheetOf(
    view,
    circle('o', ax, cy, r) + circle('l', ax, cy, r * 0.84) + cross(ax, cy, r),
    path('o', body) +
      path('l', `M${px(bx + bevel)} ${px(cy - r)}v${px(2 * r)}`) +
      path(
        't',
        `M${px(end - crown)} ${px(cy - r)}v${px(2 * r)}M${px(bx + bevel + 6)} ${px(cy - r * 0.55)}H${px(end - crown - 26)}`,
      ) +
      segment('c', bx - 10, cy, end + 10, cy),
    across(bx, end, cy + r + 28, cy + r, mm(pin.length)) +
      upright(cy - r, cy + r, end + 22, end, `Ø${mm(pin.diameter)}`),
  )
}

export function drawSpringPin(pin: SpringPin): Sheet {
  const view = twoViews(pin.diameter, pin.length, pin.diameter, pinMargins)
  const { s, ax, bx, cy } = view
  const [r, long, wall] = [(pin.diameter * s) / 2, pin.length * s, pin.wall * s]
  const end = bx + long
  const taper = r * 0.5
  const body = `M${px(bx)} ${px(cy - r * 0.82)}L${px(bx + taper)} ${px(cy - r)}H${px(end - taper)}L${px(end)} ${px(cy - r * 0.82)}V${px(cy + r * 0.82)}L${px(end - taper)} ${px(cy + r)}H${px(bx + taper)}L${px(bx)} ${px(cy + r * 0.82)}Z`
  const tube = `${arc(ax, cy, r, 12, 348)}${arc(ax, cy, r - wall, 340, 20, 'L')}Z`
  return sheetOf(
    view,
    path('o', tube) + cross(ax, cy, r),
    path('o', body) +
      edges('t', bx + taper, end - taper, cy, r) +
      rect('k', bx, cy - r * 0.17, long, r * 0.34) +
      segment('c', bx - 10, cy, end + 10, cy),
    across(bx, end, cy + r + 28, cy + r, mm(pin.length)) +
      upright(cy - r, cy + r, end + 24, end, `Ø${mm(pin.diameter)}`) +
      leader(
        [ax + (r - wall / 2) * 0.5, cy - (r - wall / 2) * 0.87],
        [ax + r * 0.8, cy - r - 16],
        mm(pin.wall),
      ),
  )
}

export function drawClevisPin(pin: ClevisPin): Sheet {
  const view = twoViews(pin.head, pin.headHeight + pin.length, pin.head, { ...pinMargins, tall: 120 })
  const { s, ax, bx, cy, box } = view
  const [r, head] = [(pin.diameter * s) / 2, (pin.head * s) / 2]
  const seat = bx + pin.headHeight * s
  const end = seat + pin.length * s
  const bevel = r * 0.3
  const body = `M${px(seat)} ${px(cy - r)}H${px(end - bevel)}L${px(end)} ${px(cy - r + bevel)}V${px(cy + r - bevel)}L${px(end - bevel)} ${px(cy + r)}H${px(seat)}Z`
  const hole = end - pin.holeFromEnd * s
  return sheetOf(
    view,
    circle('o', ax, cy, head) + circle('h', ax, cy, r) + cross(ax, cy, head),
    path('o', body) +
      path('t', `M${px(end - bevel)} ${px(cy - r)}v${px(2 * r)}`) +
      circle('l', hole, cy, (pin.hole * s) / 2) +
      rect('o', bx, cy - head, pin.headHeight * s, 2 * head, 3) +
      segment('c', bx - 10, cy, end + 10, cy) +
      segment('c', hole, cy - r - 8, hole, cy + r + 8),
    across(seat, end, box.y + box.h + 26, cy + r, mm(pin.length)) +
      across(ax - head, ax + head, box.y + box.h + 26, cy, `Ø${mm(pin.head)}`) +
      upright(cy - r, cy + r, end + 24, end, `Ø${mm(pin.diameter)}`) +
      leader(
        [hole - pin.hole * s * 0.35, cy - pin.hole * s * 0.35],
        [hole - 18, cy - r - 14],
        `Ø${mm(pin.hole)}`,
        'left',
      ),
  )
}

export function drawCotterPin(pin: CotterPin): Sheet {
  const total = pin.eyeLength + pin.length
  const s = 262 / total
  const [cy, x, leg] = [112, 29, (pin.diameter * s) / 2]
  const neck = x + pin.eyeLength * s
  const end = neck + pin.length * s
  const eye = (pin.eye * s) / 2
  const inner = eye - leg * 0.8
  const outline =
    `M${px(neck)} ${px(cy - leg)}C${px(neck - 9)} ${px(cy - leg)} ${px(neck - 12)} ${px(cy - eye)} ${px(x + eye)} ${px(cy - eye)}` +
    `A${px(eye)} ${px(eye)} 0 0 0 ${px(x + eye)} ${px(cy + eye)}C${px(neck - 12)} ${px(cy + eye)} ${px(neck - 9)} ${px(cy + leg)} ${px(neck)} ${px(cy + leg)}`
  const hole = `M${px(neck - 1)} ${px(cy)}C${px(neck - 13)} ${px(cy)} ${px(neck - 14)} ${px(cy - inner)} ${px(x + eye)} ${px(cy - inner)}A${px(inner)} ${px(inner)} 0 0 0 ${px(x + eye)} ${px(cy + inner)}C${px(neck - 14)} ${px(cy + inner)} ${px(neck - 13)} ${px(cy)} ${px(neck - 1)} ${px(cy)}Z`
  const longer = end + leg * 0.9
  return {
    part:
      path(
        'o',
        `${outline}H${px(longer - 5)}Q${px(longer)} ${px(cy + leg * 0.6)} ${px(longer)} ${px(cy)}H${px(end)}Q${px(end)} ${px(cy - leg * 0.8)} ${px(end - 6)} ${px(cy - leg)}Z`,
      ) +
      path('l', `M${px(neck)} ${px(cy)}H${px(longer)}`) +
      path('l', hole) +
      segment('c', x - 10, cy, x + eye * 2, cy),
    dims:
      across(neck, end, cy + eye + 30, cy + leg, mm(pin.length)) +
      leader(
        [neck + (end - neck) * 0.45, cy - leg],
        [neck + (end - neck) * 0.45 + 16, cy - leg - 24],
        `Ø${mm(pin.diameter)}`,
      ) +
      across(x, neck, cy - eye - 16, cy - eye, mm(pin.eyeLength)),
    box: { x, y: cy - eye, w: longer - x, h: 2 * eye },
  }
}

export function drawParallelKey(key: ParallelKey): Sheet {
  const s = Math.min(240 / key.length, 116 / (key.width + key.height))
  const long = key.length * s
  const [x, top] = [28, 44]
  const [tall, wide] = [key.height * s, key.width * s]
  const below = top + tall + 34
  const right = x + long
  return {
    part:
      rect('o', x, top, long, tall, 1) +
      path(
        't',
        `M${px(x + wide / 2)} ${px(top)}v${px(tall)}M${px(right - wide / 2)} ${px(top)}v${px(tall)}`,
      ) +
      rect('o', x, below, long, wide, wide / 2) +
      rect('t', x + 5, below + 5, long - 10, wide - 10, wide / 2 - 5) +
      segment('c', x - 8, below + wide / 2, right + 8, below + wide / 2),
    dims:
      upright(top, top + tall, right + 22, right, mm(key.height)) +
      upright(below, below + wide, right + 22, right - wide / 2, mm(key.width)) +
      across(x, right, below + wide + 26, below + wide / 2, mm(key.length)),
    box: { x, y: top, w: long, h: below + wide - top },
  }
}
