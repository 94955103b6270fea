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
import { threadSide } from './fastening.ts'

export interface ThreadedRod {
  readonly kind: 'threaded-rod'
  readonly thread: number
  readonly pitch: number
  readonly length: number
}

/** A lifting eye bolt; `height` is from the collar's seat to the top of the eye. All in mm. */
export interface EyeBolt {
  readonly kind: 'eye-bolt'
  readonly thread: number
  readonly pitch: number
  readonly length: number
  readonly eye: number
  readonly ring: number
  readonly collar: number
  readonly height: number
}

/** A rod is far too long to draw to scale, so its middle is broken out between two break lines. */
export function drawThreadedRod(rod: ThreadedRod): Sheet {
  const s = 6.6
  const [cy, r] = [112, (s * rod.thread) / 2]
  const [ax, start, gapStart, gapEnd, end] = [56, 116, 190, 206, 276]
  const half = { cy, diameter: 2 * r, pitch: rod.pitch * s, broken: true }
  const left = threadSide({ ...half, x: start, length: gapStart - start })
  const breakLine = (x: number) => `M${x} ${px(cy - r - 10)}V${cy - 9}l-6 4 12 10 -6 4V${px(cy + r + 10)}`
  return {
    part:
      turned(180, (start + gapStart) / 2, cy, left) +
      threadSide({ ...half, x: gapEnd, length: end - gapEnd }) +
      path('t', breakLine(gapStart) + breakLine(gapEnd)) +
      circle('o', ax, cy, r) +
      path('t', arc(ax, cy, r * 0.86, 10, 280)) +
      cross(ax, cy, r) +
      segment('c', start - 10, cy, end + 10, cy),
    dims:
      across(start, end, cy + r + 34, cy + r, mm(rod.length)) +
      upright(cy - r, cy + r, end + 22, end, `M${mm(rod.thread)}`),
    box: { x: ax - r, y: cy - r - 8, w: end - ax + r, h: 2 * r + 16 },
  }
}

export function drawEyeBolt(bolt: EyeBolt): Sheet {
  const s = 178 / (bolt.height + bolt.length)
  const [ax, bx, top] = [118, 230, 28]
  const seat = top + bolt.height * s
  const eyeY = top + (bolt.ring * s) / 2
  const [outer, inner, collar] = [(bolt.ring * s) / 2, (bolt.eye * s) / 2, (bolt.collar * s) / 2]
  const wall = (bolt.ring - bolt.eye) / 2
  const foot = eyeY + outer * 0.72
  const shank = (cx: number) =>
    turned(
      90,
      cx,
      seat,
      threadSide({
        x: cx,
        cy: seat,
        length: bolt.length * s,
        diameter: bolt.thread * s,
        pitch: bolt.pitch * s,
      }),
    )
  const flare = (cx: number, half: number) =>
    path(
      'o',
      `M${px(cx - half)} ${px(foot - 6)}Q${px(cx - half)} ${px(seat - 7)} ${px(cx - collar)} ${px(seat - 7)}V${px(seat)}H${px(cx + collar)}` +
        `V${px(seat - 7)}Q${px(cx + half)} ${px(seat - 7)} ${px(cx + half)} ${px(foot - 6)}`,
    )
  return {
    part:
      shank(ax) +
      shank(bx) +
      flare(ax, outer * 0.55) +
      ring('o', ax, eyeY, outer, inner) +
      rect('o', bx - (wall * s) / 2, top, wall * s, foot - top, (wall * s) / 2) +
      flare(bx, (wall * s) / 2) +
      cross(ax, eyeY, outer) +
      segment('c', ax, top, ax, seat + bolt.length * s + 8) +
      segment('c', bx, top - 8, bx, seat + bolt.length * s + 8),
    dims:
      upright(top, seat, 30, ax - collar, mm(bolt.height)) +
      upright(seat, seat + bolt.length * s, 30, ax - collar, mm(bolt.length)) +
      leader([ax + inner * 0.7, eyeY - inner * 0.7], [ax + outer + 4, top - 2], `Ø${mm(bolt.eye)}`) +
      leader(
        [bx + (bolt.thread * s) / 2, seat + bolt.length * s * 0.5],
        [bx + 32, seat + bolt.length * s * 0.9],
        `M${mm(bolt.thread)}`,
      ),
    box: { x: ax - outer, y: top, w: bx + collar - ax + outer, h: (bolt.height + bolt.length) * s },
  }
}
