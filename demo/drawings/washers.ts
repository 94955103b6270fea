import { across, leader, upright } from '#kit/drawing/dimension.ts'
import {
  arc,
  circle,
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
  round,
  type Sheet,
  walls,
} from '#kit/drawing/sheet.ts'
import { axes, type TwoViews, twoViews } from './layout.ts'

/** A ring of rectangular section; `toothed` has twisted teeth on its outer edge. Inner, outer, thickness in mm. */
export interface Washer {
  readonly kind: 'washer'
  readonly inner: number
  readonly outer: number
  readonly thickness: number
  readonly toothed?: boolean
}

export interface SpringWasher {
  readonly kind: 'spring-washer'
  readonly inner: number
  readonly outer: number
  readonly thickness: number
}

/** A Belleville spring; `height` is the free height. */
export interface DiscSpring {
  readonly kind: 'disc-spring'
  readonly inner: number
  readonly outer: number
  readonly thickness: number
  readonly height: number
}

const washerMargins = { left: 30, right: 56, gap: 62, tall: 140 }

function ringDims(
  view: TwoViews,
  ring: { inner: number; outer: number },
  thickness: number,
  text: number,
): string {
  const { s, bx, cy, box } = view
  const end = bx + thickness * s
  const bottom = box.y + box.h
  return (
    upright(cy - (ring.inner * s) / 2, cy + (ring.inner * s) / 2, bx - 22, bx, `Ø${mm(ring.inner)}`) +
    upright(box.y, bottom, end + 26, end, `Ø${mm(ring.outer)}`) +
    across(bx, end, bottom + 22, bottom, mm(text))
  )
}

export function drawWasher(washer: Washer): Sheet {
  const view = twoViews(washer.outer, washer.thickness, washer.outer, washerMargins)
  const { s, ax, bx, cy, box } = view
  const [r, hole] = [(washer.outer * s) / 2, (washer.inner * s) / 2]
  const wide = washer.thickness * s
  const side = washer.toothed
    ? path('o', teethSide(bx, wide, cy, r)) + walls('h', bx, wide, cy, hole)
    : mirrored(cy, rect('s', bx, cy - r, wide, r - hole)) + edges('l', bx, bx + wide, cy, hole)
  return {
    part: (washer.toothed ? teethEnd(ax, cy, r, hole) : ring('o', ax, cy, r, hole)) + side + axes(view, r),
    dims: ringDims(view, washer, washer.thickness, washer.thickness),
    box,
  }
}

const teeth = 10

function teethEnd(cx: number, cy: number, r: number, hole: number): string {
  const root = hole + (r - hole) * 0.36
  const step = 360 / teeth
  let twists = ''
  const outline = Array.from({ length: teeth }, (_, tooth): Point[] => {
    const at = tooth * step
    const [a, b] = [polar(cx, cy, root, at + step * 0.62), polar(cx, cy, r, at + step * 0.42)]
    twists += `M${px(a[0])} ${px(a[1])}L${px(b[0])} ${px(b[1])}`
    return [
      polar(cx, cy, root, at),
      polar(cx, cy, r, at + step * 0.06),
      polar(cx, cy, r, at + step * 0.62),
      polar(cx, cy, root, at + step * 0.68),
    ]
  })
  return path('o', polygon(outline.flat()) + round(cx, cy, hole)) + path('t', twists)
}

function teethSide(x: number, wide: number, cy: number, r: number): string {
  const steps = 7
  const zigzag = (side: number, flip: 1 | -1): Point[] =>
    Array.from(
      { length: steps * 2 + 1 },
      (_, at): Point => [side + (at % 2) * flip * 4, cy - flip * (r - (at * r) / steps)],
    )
  return polygon([...zigzag(x + wide, 1), ...zigzag(x, -1)])
}

export function drawSpringWasher(washer: SpringWasher): Sheet {
  const view = twoViews(washer.outer, washer.thickness * 2, washer.outer, washerMargins)
  const { s, ax, bx, cy, box } = view
  const [r, hole, t] = [(washer.outer * s) / 2, (washer.inner * s) / 2, washer.thickness * s]
  const slit = 5
  const half = path(
    'o',
    polygon([
      [bx + t * 0.5, cy - r],
      [bx + t * 1.5, cy - r],
      [bx + t * 2, cy - 7],
      [bx + t, cy + 1],
    ]),
  )
  const coil = `${arc(ax, cy, r, -60 + slit, 300 - slit)}${arc(ax, cy, hole, 300 - slit * 0.4, -60 + slit * 2.6, 'L')}Z`
  return {
    part:
      path('o', coil) +
      half +
      `<g transform="rotate(180 ${px(bx + t)} ${px(cy)})">${half}</g>` +
      axes(view, r),
    dims: ringDims(view, washer, 2 * washer.thickness, 2 * washer.thickness),
    box,
  }
}

export function drawDiscSpring(spring: DiscSpring): Sheet {
  const view = twoViews(spring.outer, spring.height, spring.outer, washerMargins)
  const { s, ax, bx, cy, box } = view
  const [r, hole] = [(spring.outer * s) / 2, (spring.inner * s) / 2]
  const [h, t] = [spring.height * s, spring.thickness * s]
  const section = polygon([
    [bx + h - t, cy - r],
    [bx + h, cy - r],
    [bx + t, cy - hole],
    [bx, cy - hole],
  ])
  return {
    part:
      ring('o', ax, cy, r, hole) +
      circle('t', ax, cy, r * 0.95) +
      circle('t', ax, cy, hole * 1.1) +
      mirrored(cy, path('s', section)) +
      path('l', `M${px(bx)} ${px(cy - hole)}v${px(2 * hole)}M${px(bx + h)} ${px(cy - r)}V${px(cy + r)}`) +
      axes(view, r),
    dims:
      ringDims(view, spring, spring.height, spring.height) +
      leader([bx + t * 0.9, cy - hole - 8], [bx - 12, box.y + 4], mm(spring.thickness), 'left'),
    box,
  }
}
