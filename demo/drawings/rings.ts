import { across, upright } from '#kit/drawing/dimension.ts'
import { arc, circle, cross, mm, path, polar, px, rect, type Sheet, segment } from '#kit/drawing/sheet.ts'
import { twoViews } from './layout.ts'

/**
 * A retaining ring with lugs: outward on a shaft, inward in a bore. `free` is the diameter that
 * grips, untensioned; `radial` the ring's widest radial width, `hole` the pliers' holes. All in mm.
 */
export interface RetainingRing {
  readonly kind: 'retaining-ring'
  readonly seat: 'shaft' | 'bore'
  readonly nominal: number
  readonly free: number
  readonly thickness: number
  readonly radial: number
  readonly lug: number
  readonly hole: number
}

/** An E-shaped washer pushed on sideways; `groove` is the shaft's diameter there, `outer` its own. In mm. */
export interface EClip {
  readonly kind: 'e-clip'
  readonly groove: number
  readonly outer: number
  readonly opening: number
  readonly thickness: number
}

const ringMargins = { left: 34, right: 46, gap: 62, tall: 150 }

export function drawRetainingRing(ring: RetainingRing): Sheet {
  const outer = ring.seat === 'shaft' ? ring.free + 2 * ring.radial : ring.free
  const view = twoViews(outer, ring.thickness, outer, ringMargins)
  const { s, ax, bx, cy, box } = view
  const shape = ring.seat === 'shaft' ? shaftRing(ring, ax, cy, s) : boreRing(ring, ax, cy, s)
  const thick = ring.thickness * s
  return {
    part:
      shape +
      rect('o', bx, box.y, thick, box.h) +
      cross(ax, cy, (outer * s) / 2) +
      segment('c', bx - 10, cy, bx + thick + 10, cy),
    dims:
      upright(
        cy - (ring.free * s) / 2,
        cy + (ring.free * s) / 2,
        bx - 22,
        ring.seat === 'shaft' ? bx : bx,
        `Ø${mm(ring.free)}`,
      ) + across(bx, bx + thick, box.y + box.h + 22, box.y + box.h, mm(ring.thickness)),
    box,
  }
}

/** It is widest opposite the gap between the lugs, which have holes for pliers. */
function shaftRing(ring: RetainingRing, cx: number, cy: number, s: number): string {
  const inner = (ring.free * s) / 2
  const wide = ring.radial * s
  const [gap, lug] = [12, 34]
  const outer = inner + wide * 0.8
  const shift = wide * 0.2
  const tip = inner + ring.lug * s
  const start = 90 + lug
  const end = 450 - lug
  const lineTo = (r: number, a: number) => {
    const [x, y] = polar(cx, cy, r, a)
    return `L${px(x)} ${px(y)}`
  }
  const d =
    arc(cx, cy - shift, outer, start, end) +
    lineTo(tip - 4, 450 - lug + 4) +
    lineTo(tip, 450 - lug + 9) +
    lineTo(tip, 450 - gap - 2) +
    lineTo(tip - 5, 450 - gap) +
    arc(cx, cy, inner, 450 - gap, 90 + gap, 'L') +
    lineTo(tip - 5, 90 + gap) +
    lineTo(tip, 90 + gap + 2) +
    lineTo(tip, 90 + lug - 9) +
    lineTo(tip - 4, 90 + lug - 4) +
    'Z'
  const eyes = [90 - (gap + lug) / 2, 90 + (gap + lug) / 2].map((a) => {
    const [x, y] = polar(cx, cy, (inner + tip) / 2, a)
    return circle('l', x, y, (ring.hole * s) / 2)
  })
  return path('o', d) + eyes.join('')
}

function boreRing(ring: RetainingRing, cx: number, cy: number, s: number): string {
  const outer = (ring.free * s) / 2
  const wide = ring.radial * s
  const inner = outer - wide * 0.8
  const tip = outer - ring.lug * s
  const [gap, lug] = [10, 32]
  const lineTo = (r: number, a: number) => {
    const [x, y] = polar(cx, cy, r, a)
    return `L${px(x)} ${px(y)}`
  }
  const d =
    arc(cx, cy, outer, 90 + gap, 450 - gap) +
    lineTo(tip + 4, 450 - gap) +
    lineTo(tip, 450 - gap - 4) +
    lineTo(tip, 450 - lug + 4) +
    lineTo(tip + 6, 450 - lug) +
    arc(cx, cy + wide * 0.2, inner, 450 - lug - 2, 90 + lug + 2, 'L') +
    lineTo(tip + 6, 90 + lug) +
    lineTo(tip, 90 + lug - 4) +
    lineTo(tip, 90 + gap + 4) +
    lineTo(tip + 4, 90 + gap) +
    'Z'
  const eyes = [90 - (gap + lug) / 2, 90 + (gap + lug) / 2].map((a) => {
    const [x, y] = polar(cx, cy, (outer + tip) / 2, a)
    return circle('l', x, y, (ring.hole * s) / 2)
  })
  return path('o', d) + eyes.join('')
}

export function drawEClip(clip: EClip): Sheet {
  const view = twoViews(clip.outer, clip.thickness, clip.outer, ringMargins)
  const { s, ax, bx, cy, box } = view
  const [r, seat, thick] = [(clip.outer * s) / 2, (clip.groove * s) / 2, clip.thickness * s]
  const deep = seat + (r - seat) * 0.5
  const half = (clip.opening * s) / 2
  const mouth = 90 - (Math.asin(half / r) * 180) / Math.PI
  const lip = 90 - (Math.asin(half / seat) * 180) / Math.PI
  const lineTo = (radius: number, a: number) => {
    const [x, y] = polar(ax, cy, radius, a)
    return `L${px(x)} ${px(y)}`
  }
  // From the right end of the opening over the back to the left end, then the three prongs between two pockets.
  const d =
    arc(ax, cy, r, 180 - mouth, 360 + mouth) +
    lineTo(seat, lip) +
    arc(ax, cy, seat, lip, 8, 'L') +
    lineTo(deep, 2) +
    arc(ax, cy, deep, 2, -62, 'L') +
    lineTo(seat, -70) +
    arc(ax, cy, seat, -70, -110, 'L') +
    lineTo(deep, -118) +
    arc(ax, cy, deep, -118, -182, 'L') +
    lineTo(seat, -188) +
    arc(ax, cy, seat, -188, -180 - lip, 'L') +
    'Z'
  return {
    part:
      path('o', d) +
      rect('o', bx, box.y, thick, box.h) +
      cross(ax, cy, r) +
      segment('c', bx - 10, cy, bx + thick + 10, cy),
    dims:
      upright(cy - seat, cy + seat, bx - 22, bx, `Ø${mm(clip.groove)}`) +
      upright(box.y, box.y + box.h, bx + thick + 26, bx + thick, `Ø${mm(clip.outer)}`) +
      across(bx, bx + thick, box.y + box.h + 20, box.y + box.h, mm(clip.thickness)),
    box,
  }
}
