import { across, leader, upright } from '#kit/drawing/dimension.ts'
import {
  arc,
  circle,
  cross,
  mm,
  path,
  px,
  rect,
  ring,
  type Sheet,
  segment,
  turned,
} from '#kit/drawing/sheet.ts'
import { hexEnd, hexSide, threadSide } from './fastening.ts'
import { twoViews } from './layout.ts'

/** A pipe thread: its designation, outside diameter, pitch and length in mm. */
interface PipeThread {
  readonly thread: string
  readonly threadDiameter: number
  readonly pitch: number
  readonly threadLength: number
}

/** A push-in fitting for a plastic tube; `body` is its diameter, `length` all of it with the thread. In mm. */
export interface PushInFitting extends PipeThread {
  readonly kind: 'push-in-fitting'
  readonly tube: number
  readonly flats: number
  readonly hexLength: number
  readonly body: number
  readonly length: number
}

/** The same at a right angle; `reach` from the thread's axis to the tube's end, `height` without the thread. */
export interface PushInElbow extends PipeThread {
  readonly kind: 'push-in-elbow'
  readonly tube: number
  readonly flats: number
  readonly hexLength: number
  readonly body: number
  readonly reach: number
  readonly height: number
}

/** A cable gland with a dome nut; `length` is the length outside the wall. In mm. */
export interface CableGland extends PipeThread {
  readonly kind: 'cable-gland'
  readonly flats: number
  readonly cable: number
  readonly length: number
}

/** A worm drive clamp, drawn at the middle of its range. In mm. */
export interface HoseClamp {
  readonly kind: 'hose-clamp'
  readonly from: number
  readonly to: number
  readonly band: number
}

/** The ring that releases the tube when pressed, with a stub of the tube; its left opening is at `x`. */
function releaseRing(x: number, cy: number, body: number, tube: number): string {
  const stub = 16
  return (
    path('h', `M${px(x - 8)} ${px(cy - tube / 2)}h${-stub}M${px(x - 8)} ${px(cy + tube / 2)}h${-stub}`) +
    rect('k', x - 8, cy - body * 0.4, 4, body * 0.8, 1.5) +
    rect('o', x - 4, cy - body * 0.32, 5, body * 0.64)
  )
}

export function drawPushInFitting(fitting: PushInFitting): Sheet {
  const corners = (fitting.flats * 2) / Math.sqrt(3)
  const tall = Math.max(corners, fitting.body)
  const view = twoViews(tall, fitting.length, tall, { left: 24, right: 24, gap: 60, tall: 124 })
  const { s, ax, bx, cy, box } = view
  const end = bx + fitting.length * s
  const seat = end - fitting.threadLength * s
  const hex = seat - fitting.hexLength * s
  const body = fitting.body * s
  const bottom = box.y + box.h + 26
  const shell = `M${px(hex)} ${px(cy - body / 2)}H${px(bx + 4)}Q${px(bx)} ${px(cy - body / 2)} ${px(bx)} ${px(cy - body / 2 + 5)}V${px(cy + body / 2 - 5)}Q${px(bx)} ${px(cy + body / 2)} ${px(bx + 4)} ${px(cy + body / 2)}H${px(hex)}Z`
  return {
    part:
      releaseRing(bx, cy, body, fitting.tube * s) +
      threadSide({
        x: seat,
        cy,
        length: fitting.threadLength * s,
        diameter: fitting.threadDiameter * s,
        pitch: fitting.pitch * s,
      }) +
      path('o', shell) +
      hexSide(hex, cy, fitting.hexLength * s, fitting.flats * s, 'both') +
      hexEnd(ax, cy, fitting.flats * s) +
      circle('o', ax, cy, body / 2) +
      circle('k', ax, cy, body * 0.4) +
      circle('o', ax, cy, (fitting.tube * s) / 2) +
      cross(ax, cy, (tall * s) / 2) +
      segment('c', bx - 34, cy, end + 10, cy),
    dims:
      across(bx, end, bottom, cy + body / 2, mm(fitting.length)) +
      across(
        ax - (fitting.flats * s) / 2,
        ax + (fitting.flats * s) / 2,
        bottom,
        cy + (fitting.flats * s) / 3.4,
        mm(fitting.flats),
      ) +
      leader(
        [ax + fitting.tube * s * 0.35, cy - fitting.tube * s * 0.35],
        [ax + (tall * s) / 2 - 4, box.y - 6],
        `Ø${mm(fitting.tube)}`,
      ) +
      leader(
        [(seat + end) / 2, cy - fitting.threadDiameter * s * 0.5],
        [(seat + end) / 2 + 8, box.y - 10],
        fitting.thread,
      ),
    box: { ...box, w: end - box.x },
  }
}

export function drawPushInElbow(fitting: PushInElbow): Sheet {
  const s = Math.min(150 / (fitting.height + fitting.threadLength), 150 / (fitting.reach + fitting.flats / 2))
  const [cx, top] = [112, 38]
  const body = fitting.body * s
  const [cy, half] = [top + body / 2, body / 2]
  const mouth = cx + fitting.reach * s
  const seat = top + fitting.height * s
  const hexTop = seat - fitting.hexLength * s
  const bottom = seat + fitting.threadLength * s
  const knee = `M${px(mouth)} ${px(top)}H${px(cx)}A${px(half)} ${px(half)} 0 0 0 ${px(cx - half)} ${px(cy)}V${px(hexTop)}H${px(cx + half)}V${px(cy + half)}H${px(mouth)}Z`
  return {
    part:
      turned(180, mouth, cy, releaseRing(mouth, cy, body, fitting.tube * s)) +
      turned(
        90,
        cx,
        seat,
        threadSide({
          x: cx,
          cy: seat,
          length: fitting.threadLength * s,
          diameter: fitting.threadDiameter * s,
          pitch: fitting.pitch * s,
        }),
      ) +
      path('o', knee) +
      turned(90, cx, hexTop, hexSide(cx, hexTop, fitting.hexLength * s, fitting.flats * s, 'both')) +
      path('t', arc(cx + half, cy + half, half * 0.5, 180, 270)) +
      segment('c', cx, top - 8, cx, bottom + 8) +
      segment('c', cx - half - 8, cy, mouth + 34, cy),
    dims:
      across(cx, mouth, top - 8, top, mm(fitting.reach)) +
      upright(cy, seat, 44, cx - half, mm(Math.round((fitting.height - fitting.body / 2) * 10) / 10)) +
      leader(
        [cx + fitting.threadDiameter * s * 0.5, (seat + bottom) / 2],
        [cx + fitting.flats * s * 0.6 + 16, bottom - 4],
        fitting.thread,
      ) +
      leader([mouth + 18, cy + (fitting.tube * s) / 2], [mouth + 26, cy + half + 22], `Ø${mm(fitting.tube)}`),
    box: { x: cx - half - 4, y: top, w: mouth + 24 - cx + half, h: bottom - top },
  }
}

export function drawCableGland(gland: CableGland): Sheet {
  const corners = (gland.flats * 2) / Math.sqrt(3)
  const view = twoViews(corners, gland.length + gland.threadLength, corners, {
    left: 30,
    right: 48,
    gap: 40,
    tall: 130,
  })
  const { s, ax, bx, cy, box } = view
  const flats = gland.flats * s
  const seat = bx + gland.length * s
  const end = seat + gland.threadLength * s
  const [dome, nut, collar] = [
    bx + gland.length * s * 0.3,
    bx + gland.length * s * 0.62,
    bx + gland.length * s * 0.7,
  ]
  const mouth = (gland.cable * s) / 2
  const cap = `M${px(dome)} ${px(cy - flats * 0.5)}C${px(bx + 6)} ${px(cy - flats * 0.48)} ${px(bx + 2)} ${px(cy - flats * 0.4)} ${px(bx)} ${px(cy - mouth - 4)}V${px(cy + mouth + 4)}C${px(bx + 2)} ${px(cy + flats * 0.4)} ${px(bx + 6)} ${px(cy + flats * 0.48)} ${px(dome)} ${px(cy + flats * 0.5)}Z`
  return {
    part:
      threadSide({
        x: seat,
        cy,
        length: gland.threadLength * s,
        diameter: gland.threadDiameter * s,
        pitch: gland.pitch * s,
      }) +
      rect('k', nut, cy - flats * 0.4, collar - nut, flats * 0.8) +
      path('o', cap) +
      hexSide(dome, cy, nut - dome, flats, 'none') +
      hexSide(collar, cy, seat - collar, flats, 'right') +
      hexEnd(ax, cy, flats) +
      circle('o', ax, cy, mouth + 8) +
      circle('k', ax, cy, mouth + 4) +
      circle('o', ax, cy, mouth) +
      cross(ax, cy, flats * 0.58) +
      segment('c', bx - 10, cy, end + 10, cy),
    dims:
      across(ax - flats / 2, ax + flats / 2, box.y + box.h + 26, cy + flats / 3.4, mm(gland.flats)) +
      across(bx, seat, box.y + box.h + 26, cy + flats * 0.3, mm(gland.length)) +
      across(seat, end, box.y - 10, cy - gland.threadDiameter * s * 0.5, mm(gland.threadLength)) +
      upright(
        cy - (gland.threadDiameter * s) / 2,
        cy + (gland.threadDiameter * s) / 2,
        end + 24,
        end,
        gland.thread,
      ),
    box,
  }
}

export function drawHoseClamp(clamp: HoseClamp): Sheet {
  const outer = clamp.to
  const view = twoViews(outer * 1.1, clamp.band + 4, outer * 1.34, {
    left: 44,
    right: 40,
    gap: 52,
    tall: 176,
    cy: 114,
  })
  const { s, ax, bx, box } = view
  const r = (outer * s) / 2
  const cy = box.y + box.h - r
  const top = cy - r
  const wide = clamp.band * s
  const x = bx + 2 * s
  const [boxW, boxH] = [r * 0.95, r * 0.42]
  const slots = Array.from({ length: 7 }, (_, at) => {
    const y = top + r * 0.5 + (at * (1.4 * r)) / 7
    return `M${px(x + wide * 0.26)} ${px(y + 4)}L${px(x + wide * 0.74)} ${px(y)}`
  }).join('')
  const tail = arc(ax, cy, r + 5, -140, -92)
  return {
    part:
      path('l', tail) +
      ring('o', ax, cy, r, r - 5) +
      rect('o', ax - boxW * 0.46, top - boxH + 4, boxW, boxH, 4) +
      path(
        't',
        `M${px(ax - boxW * 0.3)} ${px(top - boxH + 4)}l-6 ${px(boxH)}M${px(ax)} ${px(top - boxH + 4)}l-6 ${px(boxH)}M${px(ax + boxW * 0.3)} ${px(top - boxH + 4)}l-6 ${px(boxH)}`,
      ) +
      rect('o', ax + boxW * 0.54, top - boxH * 0.82 + 4, r * 0.3, boxH * 0.64, 2) +
      segment(
        'l',
        ax + boxW * 0.54 + r * 0.14,
        top - boxH * 0.5 + 4,
        ax + boxW * 0.54 + r * 0.3,
        top - boxH * 0.5 + 4,
      ) +
      cross(ax, cy, r) +
      rect('o', x, top, wide, 2 * r, 4) +
      path('l', slots) +
      rect('o', x - 2 * s, top - boxH + 4, wide + 4 * s, boxH + 6, 4) +
      circle('o', x + wide / 2, top - boxH * 0.5 + 6, boxH * 0.32) +
      segment(
        'l',
        x + wide / 2 - boxH * 0.3,
        top - boxH * 0.5 + 6,
        x + wide / 2 + boxH * 0.3,
        top - boxH * 0.5 + 6,
      ),
    dims:
      upright(cy - r + 5, cy + r - 5, ax - r - 20, ax, `Ø${mm(clamp.from)}–${mm(clamp.to)}`) +
      across(x, x + wide, cy + r + 20, cy + r, mm(clamp.band)),
    box: { ...box, y: top - boxH + 4, h: 2 * r + boxH - 4 },
  }
}
