import { across, leader, upright } from '#kit/drawing/dimension.ts'
import {
  circle,
  cross,
  edges,
  mirrored,
  mm,
  type Point,
  path,
  polar,
  polygon,
  px,
  rect,
  ring,
  type Sheet,
  segment,
  turned,
  walls,
} from '#kit/drawing/sheet.ts'
import { threadSide } from './fastening.ts'
import { axes, twoViews } from './layout.ts'

/** A spur gear with a hub on one side; `module` and all else in mm. */
export interface SpurGear {
  readonly kind: 'spur-gear'
  readonly module: number
  readonly teeth: number
  readonly width: number
  readonly bore: number
  readonly hub: number
  readonly length: number
}

/** An adjusting ring held by a set screw. In mm. */
export interface ShaftCollar {
  readonly kind: 'shaft-collar'
  readonly bore: number
  readonly outer: number
  readonly width: number
  readonly screw: number
}

/** A star grip with a threaded bore. In mm. */
export interface StarKnob {
  readonly kind: 'star-knob'
  readonly outer: number
  readonly height: number
  readonly hub: number
  readonly thread: number
}

/** A rubber cylinder with a stud at each end. In mm. */
export interface RubberBuffer {
  readonly kind: 'rubber-buffer'
  readonly diameter: number
  readonly height: number
  readonly thread: number
  readonly pitch: number
  readonly stud: number
}

/** A disc magnetised through its thickness. In mm. */
export interface DiscMagnet {
  readonly kind: 'disc-magnet'
  readonly diameter: number
  readonly thickness: number
}

const margins = { left: 30, right: 54, gap: 62, tall: 146 }

export function drawSpurGear(gear: SpurGear): Sheet {
  const pitchDiameter = gear.module * gear.teeth
  const tip = pitchDiameter + 2 * gear.module
  const view = twoViews(tip, gear.length, tip, margins)
  const { s, ax, bx, cy, box } = view
  const [r, p, hole, hub] = [(tip * s) / 2, (pitchDiameter * s) / 2, (gear.bore * s) / 2, (gear.hub * s) / 2]
  const root = p - 1.25 * gear.module * s
  const [wide, long] = [gear.width * s, gear.length * s]
  return {
    part:
      path('o', toothing(ax, cy, gear.teeth, root, p, r)) +
      circle('c', ax, cy, p) +
      circle('l', ax, cy, hub) +
      circle('l', ax, cy, hole) +
      mirrored(
        cy,
        path(
          's',
          `M${px(bx)} ${px(cy - hole)}V${px(cy - root)}h${px(wide)}V${px(cy - hub)}H${px(bx + long)}V${px(cy - hole)}Z`,
        ) +
          rect('o', bx, cy - r, wide, r - root) +
          segment('c', bx - 6, cy - p, bx + wide + 6, cy - p),
      ) +
      edges('l', bx, bx + long, cy, hole) +
      axes(view, r),
    dims:
      upright(cy - hole, cy + hole, bx - 20, bx, `Ø${mm(gear.bore)}`) +
      upright(cy - r, cy + r, bx + long + 24, bx + wide, `Ø${mm(tip)}`) +
      across(bx, bx + wide, box.y + box.h + 22, cy + r, mm(gear.width)),
    box,
  }
}

function toothing(cx: number, cy: number, count: number, root: number, pitch: number, tip: number): string {
  const step = 360 / count
  const points = Array.from({ length: count }, (_, tooth): Point[] => {
    const at = tooth * step - 90
    return [
      polar(cx, cy, root, at - step * 0.3),
      polar(cx, cy, pitch, at - step * 0.24),
      polar(cx, cy, tip, at - step * 0.12),
      polar(cx, cy, tip, at + step * 0.12),
      polar(cx, cy, pitch, at + step * 0.24),
      polar(cx, cy, root, at + step * 0.3),
    ]
  })
  return polygon(points.flat())
}

export function drawShaftCollar(collar: ShaftCollar): Sheet {
  const view = twoViews(collar.outer, collar.width, collar.outer, margins)
  const { s, ax, bx, cy, box } = view
  const [r, hole, wide, screw] = [
    (collar.outer * s) / 2,
    (collar.bore * s) / 2,
    collar.width * s,
    (collar.screw * s) / 2,
  ]
  const middle = bx + wide / 2
  const wall = r - hole
  return {
    part:
      ring('o', ax, cy, r, hole) +
      circle('t', ax, cy, r - 4) +
      turned(
        90,
        ax,
        cy - r,
        threadSide({ x: ax + 2, cy: cy - r, length: wall - 2, diameter: 2 * screw, pitch: s, tip: false }),
      ) +
      rect('o', bx, cy - r, wide, 2 * r, 4) +
      edges('t', bx + 4, bx + wide - 4, cy, r) +
      walls('h', bx, wide, cy, hole) +
      path(
        'h',
        `M${px(middle - screw)} ${px(cy - r)}V${px(cy - hole)}M${px(middle + screw)} ${px(cy - r)}V${px(cy - hole)}`,
      ) +
      segment('c', middle, cy - r - 8, middle, cy - hole + 8) +
      axes(view, r),
    dims:
      upright(cy - hole, cy + hole, bx - 22, bx, `Ø${mm(collar.bore)}`) +
      upright(cy - r, cy + r, bx + wide + 26, bx + wide, `Ø${mm(collar.outer)}`) +
      across(bx, bx + wide, box.y + box.h + 22, cy + r, mm(collar.width)) +
      leader([ax - screw, cy - r + wall * 0.4], [ax - r * 0.72, cy - r - 4], `M${mm(collar.screw)}`, 'left'),
    box,
  }
}

export function drawStarKnob(knob: StarKnob): Sheet {
  const view = twoViews(knob.outer, knob.height, knob.outer, { ...margins, gap: 48 })
  const { s, ax, bx, cy, box } = view
  const [r, hub, long, bore] = [
    (knob.outer * s) / 2,
    (knob.hub * s) / 2,
    knob.height * s,
    (knob.thread * s) / 2,
  ]
  const grip = bx + long * 0.62
  const lobes = Array.from({ length: 7 }, (_, at) => {
    const a = (at * 360) / 7 - 90
    const [c1, c2, valley, next] = [
      polar(ax, cy, r * 1.07, a - 14),
      polar(ax, cy, r * 1.07, a + 14),
      polar(ax, cy, r * 0.8, a + 360 / 14),
      polar(ax, cy, r * 0.8, a - 360 / 14),
    ]
    const start = at === 0 ? `M${px(next[0])} ${px(next[1])}` : ''
    return `${start}C${px(c1[0])} ${px(c1[1])} ${px(c2[0])} ${px(c2[1])} ${px(valley[0])} ${px(valley[1])}`
  })
  const side =
    `M${px(grip)} ${px(cy - r)}Q${px(bx + 2)} ${px(cy - r)} ${px(bx)} ${px(cy - r * 0.55)}V${px(cy + r * 0.55)}Q${px(bx + 2)} ${px(cy + r)} ${px(grip)} ${px(cy + r)}` +
    `Q${px(grip + 8)} ${px(cy + r)} ${px(grip + 4)} ${px(cy + r * 0.7)}L${px(grip + 2)} ${px(cy + hub)}H${px(bx + long)}V${px(cy - hub)}H${px(grip + 2)}L${px(grip + 4)} ${px(cy - r * 0.7)}Q${px(grip + 8)} ${px(cy - r)} ${px(grip)} ${px(cy - r)}Z`
  const ribs = [-0.62, -0.22, 0.22, 0.62]
    .map(
      (y) =>
        `M${px(bx + 5)} ${px(cy + y * r * 0.84)}Q${px(bx + long * 0.3)} ${px(cy + y * r)} ${px(grip)} ${px(cy + y * r * 1.06)}`,
    )
    .join('')
  return {
    part:
      path('o', `${lobes.join('')}Z`) +
      circle('t', ax, cy, r * 0.56) +
      circle('h', ax, cy, bore) +
      path('o', side) +
      path('t', ribs) +
      path(
        'h',
        `M${px(bx + long)} ${px(cy - bore)}H${px(bx + long * 0.45)}V${px(cy + bore)}H${px(bx + long)}`,
      ) +
      axes(view, r),
    dims:
      across(ax - r, ax + r, box.y + box.h + 24, cy, `Ø${mm(knob.outer)}`) +
      across(bx, bx + long, box.y + box.h + 24, cy + hub, mm(knob.height)) +
      upright(cy - bore, cy + bore, bx + long + 20, bx + long, `M${mm(knob.thread)}`),
    box,
  }
}

export function drawRubberBuffer(buffer: RubberBuffer): Sheet {
  const long = buffer.height + 2 * buffer.stud
  const view = twoViews(buffer.diameter, long, buffer.diameter, { left: 20, right: 46, gap: 28, tall: 130 })
  const { s, ax, bx, cy, box } = view
  const [r, stud, d] = [(buffer.diameter * s) / 2, buffer.stud * s, buffer.thread * s]
  const [left, right] = [bx + stud, bx + stud + buffer.height * s]
  const thread = threadSide({ x: right, cy, length: stud, diameter: d, pitch: buffer.pitch * s })
  const block = `M${px(left + 5)} ${px(cy - r)}Q${px((left + right) / 2)} ${px(cy - r + 8)} ${px(right - 5)} ${px(cy - r)}V${px(cy + r)}Q${px((left + right) / 2)} ${px(cy + r - 8)} ${px(left + 5)} ${px(cy + r)}Z`
  return {
    part:
      thread +
      turned(180, (left + right) / 2, cy, thread) +
      path('k', block) +
      rect('o', left, cy - r, 5, 2 * r) +
      rect('o', right - 5, cy - r, 5, 2 * r) +
      circle('o', ax, cy, r) +
      circle('o', ax, cy, d / 2) +
      circle('t', ax, cy, d * 0.4) +
      axes(view, r),
    dims:
      across(left, right, box.y + box.h + 24, cy + r, mm(buffer.height)) +
      across(right, right + stud, box.y + box.h + 24, cy + d / 2, mm(buffer.stud)) +
      across(ax - r, ax + r, box.y + box.h + 24, cy, `Ø${mm(buffer.diameter)}`) +
      upright(cy - d / 2, cy + d / 2, right + stud + 18, right + stud, `M${mm(buffer.thread)}`),
    box,
  }
}

/** The poles and the field are drawn as well, since a plain disc is hard to recognise. */
export function drawDiscMagnet(magnet: DiscMagnet): Sheet {
  const view = twoViews(magnet.diameter, magnet.thickness * 3.6, magnet.diameter * 1.6, {
    left: 26,
    right: 30,
    gap: 24,
    tall: 150,
    cy: 114,
  })
  const { s, ax, bx, cy, box } = view
  const [r, t] = [(magnet.diameter * s) / 2, magnet.thickness * s]
  const left = bx + t * 1.3
  const [middle, right] = [left + t / 2, left + t]
  const loop = (reach: number, from: number) =>
    `M${px(right)} ${px(cy - r * from)}C${px(right + t * reach)} ${px(cy - r * from)} ${px(right + t * reach * 0.7)} ${px(cy - r * (1 + reach * 0.4))} ${px(middle)} ${px(cy - r * (1 + reach * 0.4))}` +
    `S${px(left - t * reach)} ${px(cy - r * from)} ${px(left)} ${px(cy - r * from)}`
  const pole = (x: number, letter: string) => `<text x="${px(x)}" y="${px(cy + 5)}">${letter}</text>`
  return {
    part:
      circle('o', ax, cy, r) +
      circle('t', ax, cy, r - 4) +
      mirrored(cy, path('h', loop(0.7, 0.78) + loop(1.3, 0.42))) +
      rect('k', left, cy - r, t / 2, 2 * r) +
      rect('o', middle, cy - r, t / 2, 2 * r) +
      pole((left + middle) / 2, 'N') +
      pole((middle + right) / 2, 'S') +
      cross(ax, cy, r),
    dims:
      across(ax - r, ax + r, box.y + box.h + 20, cy, `Ø${mm(magnet.diameter)}`) +
      across(left, right, box.y + box.h + 20, cy + r, mm(magnet.thickness)),
    box,
  }
}
