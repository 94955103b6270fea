import { across, upright } from '#kit/drawing/dimension.ts'
import {
  arc,
  circle,
  edges,
  mirrored,
  mm,
  path,
  polar,
  polygon,
  px,
  rect,
  ring,
  type Sheet,
  turned,
  walls,
} from '#kit/drawing/sheet.ts'
import { axes, type TwoViews, twoViews } from './layout.ts'

/** What every rolling bearing has, in mm: bore, outside diameter, width. */
interface Bearing {
  readonly bore: number
  readonly outer: number
  readonly width: number
}

export interface BallBearing extends Bearing {
  readonly kind: 'ball-bearing'
  readonly closed: 'seals' | 'shields' | 'open'
  readonly flange?: { readonly outer: number; readonly width: number }
}

export interface NeedleBearing extends Bearing {
  readonly kind: 'needle-bearing'
}

export interface ThrustBearing extends Bearing {
  readonly kind: 'thrust-bearing'
}

export interface TaperedBearing extends Bearing {
  readonly kind: 'tapered-bearing'
}

/** A ball bushing for a shaft; `grooves` is the distance over the two retaining ring grooves. */
export interface LinearBearing extends Bearing {
  readonly kind: 'linear-bearing'
  readonly grooves: number
}

const bearingMargins = { left: 22, right: 44, gap: 54, tall: 148 }

const viewOf = (bearing: Bearing, widest = bearing.outer) =>
  twoViews(widest, bearing.width, widest, bearingMargins)

function bearingDims(bearing: Bearing, { s, bx, cy, box }: TwoViews): string {
  const end = bx + bearing.width * s
  const [r, hole] = [(bearing.outer * s) / 2, (bearing.bore * s) / 2]
  return (
    upright(cy - hole, cy + hole, bx - 20, bx, `Ø${mm(bearing.bore)}`) +
    upright(cy - r, cy + r, end + 26, end, `Ø${mm(bearing.outer)}`) +
    across(bx, end, box.y + box.h + 22, box.y + box.h, mm(bearing.width))
  )
}

/** A row of rolling elements from the end, on a pitch circle; `from` and `to` in degrees. */
function rollers(
  cx: number,
  cy: number,
  pitch: number,
  r: number,
  count: number,
  from = 0,
  to = 360,
): string {
  return Array.from({ length: count }, (_, at) => {
    const angle = -90 + (360 / count) * (at + 0.5)
    const seen = (angle + 360) % 360
    const [x, y] = polar(cx, cy, pitch, angle)
    return seen >= from && seen <= to ? circle('o', x, y, r) : ''
  }).join('')
}

export function drawBallBearing(bearing: BallBearing): Sheet {
  const view = viewOf(bearing, bearing.flange?.outer)
  const { s, ax, bx, cy } = view
  const [r, hole, wide] = [(bearing.outer * s) / 2, (bearing.bore * s) / 2, bearing.width * s]
  const pitch = (r + hole) / 2
  const ball = (r - hole) * 0.29
  const count = Math.round((Math.PI * pitch) / (1.6 * ball))
  const [inner, outer] = [pitch - ball * 0.62, pitch + ball * 0.62]
  const rim = bearing.flange ? (bearing.flange.outer * s) / 2 : r
  const rings = ring('o', ax, cy, r, outer) + ring('o', ax, cy, inner, hole)
  const cover = closure(bearing, ax, cy, inner, outer)
  const shoulder = bx + (bearing.flange?.width ?? bearing.width) * s
  const outerRing = `M${px(bx)} ${px(cy - outer)}V${px(cy - rim)}H${px(shoulder)}V${px(cy - r)}H${px(bx + wide)}V${px(cy - outer)}Z`
  return {
    part:
      rollers(ax, cy, pitch, ball, count) +
      (bearing.flange ? ring('o', ax, cy, rim, r) : '') +
      rings +
      cover +
      mirrored(
        cy,
        path('s', outerRing) +
          rect('s', bx, cy - inner, wide, inner - hole) +
          sideClosure(bearing, bx, wide, cy, inner, outer) +
          circle('o', bx + wide / 2, cy - pitch, ball),
      ) +
      edges('l', bx, bx + wide, cy, hole) +
      axes(view, rim),
    dims: bearingDims(bearing, view),
    box: view.box,
  }
}

/** A seal or shield over the balls, broken out over a third so that they are seen. */
function closure({ closed }: BallBearing, cx: number, cy: number, inner: number, outer: number): string {
  if (closed === 'open') return ''
  const cover = `${arc(cx, cy, outer, 20, 280)}${arc(cx, cy, inner, 280, 20, 'L')}Z`
  const rim = path('t', arc(cx, cy, inner + (outer - inner) * 0.75, 20, 280))
  return path(closed === 'seals' ? 'k' : 'o', cover) + rim
}

function sideClosure(
  { closed }: BallBearing,
  x: number,
  wide: number,
  cy: number,
  inner: number,
  outer: number,
): string {
  if (closed === 'open') return ''
  const line = closed === 'seals' ? 'k' : 'o'
  return (
    rect(line, x + 2, cy - outer, 3, outer - inner) + rect(line, x + wide - 5, cy - outer, 3, outer - inner)
  )
}

export function drawNeedleBearing(bearing: NeedleBearing): Sheet {
  const view = viewOf(bearing)
  const { s, ax, bx, cy } = view
  const [r, hole, wide] = [(bearing.outer * s) / 2, (bearing.bore * s) / 2, bearing.width * s]
  const wall = (r - hole) * 0.34
  const needle = (r - hole - wall) / 2
  const lip = wide * 0.11
  const cup = `M${px(bx)} ${px(cy - hole - needle * 0.5)}V${px(cy - r)}h${px(wide)}V${px(cy - hole - needle * 0.5)}h${px(-lip)}V${px(cy - r + wall)}h${px(-(wide - 2 * lip))}V${px(cy - hole - needle * 0.5)}Z`
  return {
    part:
      ring('o', ax, cy, r, hole) +
      circle('t', ax, cy, r - wall) +
      rollers(
        ax,
        cy,
        hole + needle,
        needle,
        Math.floor((Math.PI * (hole + needle)) / (needle * 1.18)),
      ).replaceAll('class="o"', 'class="t"') +
      mirrored(cy, path('s', cup) + rect('o', bx + lip + 3, cy - r + wall, wide - 2 * lip - 6, 2 * needle)) +
      path(
        'l',
        `M${px(bx)} ${px(cy - hole - needle * 0.5)}V${px(cy + hole + needle * 0.5)}M${px(bx + wide)} ${px(cy - hole - needle * 0.5)}V${px(cy + hole + needle * 0.5)}`,
      ) +
      axes(view, r),
    dims: bearingDims(bearing, view),
    box: view.box,
  }
}

export function drawThrustBearing(bearing: ThrustBearing): Sheet {
  const view = viewOf(bearing)
  const { s, ax, bx, cy } = view
  const [r, hole, wide] = [(bearing.outer * s) / 2, (bearing.bore * s) / 2, bearing.width * s]
  const pitch = (r + hole) / 2
  const ball = wide * 0.3
  const washer = wide * 0.3
  const rim = `M${px(bx)} ${px(cy - hole)}v${px(2 * hole)}M${px(bx + wide)} ${px(cy - hole)}v${px(2 * hole)}`
  return {
    part:
      ring('o', ax, cy, r, hole) +
      rollers(ax, cy, pitch, ball, Math.floor((Math.PI * pitch) / (ball * 1.25)), 270, 360) +
      path('o', `${arc(ax, cy, r, 0, 270)}${arc(ax, cy, hole, 270, 0, 'L')}Z`) +
      mirrored(
        cy,
        rect('s', bx, cy - r, washer, r - hole) +
          rect('s', bx + wide - washer, cy - r, washer, r - hole) +
          path('l', `M${px(bx + wide / 2)} ${px(cy - r + 3)}V${px(cy - hole - 3)}`) +
          circle('o', bx + wide / 2, cy - pitch, ball),
      ) +
      path('l', rim) +
      axes(view, r),
    dims: bearingDims(bearing, view),
    box: view.box,
  }
}

export function drawTaperedBearing(bearing: TaperedBearing): Sheet {
  const view = viewOf(bearing)
  const { s, ax, bx, cy } = view
  const [r, hole, wide] = [(bearing.outer * s) / 2, (bearing.bore * s) / 2, bearing.width * s]
  const x = (part: number) => bx + wide * part
  const y = (part: number) => cy - hole - (r - hole) * part
  const cup = polygon([
    [x(0), y(1)],
    [x(0.8), y(1)],
    [x(0.8), y(0.7)],
    [x(0), y(0.88)],
  ])
  const cone = polygon([
    [x(0.08), y(0)],
    [x(1), y(0)],
    [x(1), y(0.38)],
    [x(0.88), y(0.4)],
    [x(0.86), y(0.2)],
    [x(0.2), y(0.44)],
    [x(0.18), y(0.54)],
    [x(0.08), y(0.52)],
  ])
  const roller = polygon([
    [x(0.2), y(0.45)],
    [x(0.86), y(0.22)],
    [x(0.9), y(0.64)],
    [x(0.26), y(0.84)],
  ])
  return {
    part:
      ring('o', ax, cy, r, hole + (r - hole) * 0.76) +
      rollers(ax, cy, hole + (r - hole) * 0.57, (r - hole) * 0.19, 15) +
      ring('o', ax, cy, hole + (r - hole) * 0.38, hole) +
      mirrored(cy, path('s', cup) + path('s', cone) + path('o', roller)) +
      edges('l', x(0.08), x(1), cy, hole) +
      axes(view, r),
    dims: bearingDims(bearing, view),
    box: view.box,
  }
}

export function drawLinearBearing(bearing: LinearBearing): Sheet {
  const view = viewOf(bearing)
  const { s, ax, bx, cy, box } = view
  const [r, hole, wide] = [(bearing.outer * s) / 2, (bearing.bore * s) / 2, bearing.width * s]
  const edge = ((bearing.width - bearing.grooves) * s) / 2
  const groove = (x: number) => rect('k', x, cy - r + 3, 1.1 * s, 2 * r - 6)
  const row = (angle: number) =>
    turned(angle, ax, cy, circle('o', ax, cy - hole - (r * 0.86 - hole) / 2, (r * 0.86 - hole) / 2))
  return {
    part:
      ring('o', ax, cy, r, r * 0.86) +
      ring('k', ax, cy, r * 0.86, hole) +
      [0, 90, 180, 270].map(row).join('') +
      rect('o', bx, cy - r, wide, 2 * r, 3) +
      groove(bx + edge) +
      groove(bx + wide - edge - 1.1 * s) +
      edges('t', bx + 5, bx + wide - 5, cy, r) +
      walls('h', bx, wide, cy, hole) +
      axes(view, r),
    dims:
      bearingDims(bearing, view) +
      across(bx + edge, bx + wide - edge, box.y - 12, cy - r, mm(bearing.grooves)),
    box,
  }
}
