import { across, leader, upright } from '#kit/drawing/dimension.ts'
import { arc, circle, cross, mm, path, polygon, px, rect, type Sheet, segment } from '#kit/drawing/sheet.ts'
import { hexagon, hexEnd, hexSide, shankSide, threadSide } from './fastening.ts'
import { sheetOf, type TwoViews, twoViews } from './layout.ts'

/** Measures every screw has, in mm: nominal thread, its pitch, the nominal length and how much is threaded. */
interface Screw {
  readonly thread: number
  readonly pitch: number
  readonly length: number
  readonly threaded: number
}

export interface HexScrew extends Screw {
  readonly kind: 'hex-screw'
  readonly flats: number
  readonly headHeight: number
  readonly flange?: number
}

export interface CapScrew extends Screw {
  readonly kind: 'cap-screw'
  readonly shape: 'cylinder' | 'button'
  readonly head: number
  readonly headHeight: number
  readonly socket: number
}

export interface CountersunkScrew extends Screw {
  readonly kind: 'countersunk-screw'
  readonly head: number
  readonly headHeight: number
  readonly drive: { readonly hexSocket: number } | { readonly cross: number }
}

export interface SetScrew extends Screw {
  readonly kind: 'set-screw'
  readonly socket: number
  readonly cup: number
}

export interface CarriageBolt extends Screw {
  readonly kind: 'carriage-bolt'
  readonly head: number
  readonly headHeight: number
  readonly square: number
  readonly squareHeight: number
}

const screwMargins = { left: 18, right: 56, gap: 28 }

/** Smooth and threaded length, beginning at `x` px. */
function shank(screw: Screw, { s, cy }: TwoViews, x: number): string {
  const smooth = screw.length - screw.threaded
  const thread = threadSide({
    x: x + smooth * s,
    cy,
    length: screw.threaded * s,
    diameter: screw.thread * s,
    pitch: screw.pitch * s,
  })
  return smooth > 0 ? shankSide(x, cy, smooth * s, screw.thread * s) + thread : thread
}

function shankDims(screw: Screw, { s, cy, box }: TwoViews, x: number, bottom: number): string {
  const end = x + screw.length * s
  const half = (screw.thread * s) / 2
  const partly = screw.threaded < screw.length
  return (
    across(x, end, bottom, cy + half, mm(screw.length)) +
    (partly ? across(end - screw.threaded * s, end, box.y - 2, cy - half, mm(screw.threaded)) : '') +
    upright(cy - half, cy + half, end + 20, end, `M${mm(screw.thread)}`)
  )
}

const axis = ({ bx, cy, box }: TwoViews) => segment('c', bx - 10, cy, box.x + box.w + 8, cy)

export function drawHexScrew(screw: HexScrew): Sheet {
  const across60 = (screw.flats * 2) / Math.sqrt(3)
  const widest = Math.max(across60, screw.flange ?? 0)
  const view = twoViews(widest, screw.headHeight + screw.length, widest, screwMargins)
  const { s, ax, bx, cy, box } = view
  const seat = bx + screw.headHeight * s
  const bottom = box.y + box.h + 26
  const flange = screw.flange ? circle('o', ax, cy, (screw.flange * s) / 2) : ''
  const rim = screw.flange ? flangeSide(seat, cy, screw.flange * s, screw.flats * s) : ''
  const body = screw.headHeight * s - (screw.flange ? screw.flats * s * 0.1 : 0)
  return sheetOf(
    view,
    flange + hexEnd(ax, cy, screw.flats * s) + cross(ax, cy, (widest * s) / 2),
    shank(screw, view, seat) + hexSide(bx, cy, body, screw.flats * s, 'left') + rim + axis(view),
    across(
      ax - (screw.flats * s) / 2,
      ax + (screw.flats * s) / 2,
      bottom,
      cy + (screw.flats * s) / 3.4,
      mm(screw.flats),
    ) +
      across(bx, seat, box.y - 12, box.y, mm(screw.headHeight)) +
      shankDims(screw, view, seat, bottom),
  )
}

/** The pressed-on washer under a flange head, its face at `seat`. */
function flangeSide(seat: number, cy: number, diameter: number, flats: number): string {
  const [r, foot] = [diameter / 2, flats * 0.52]
  const rise = flats * 0.26
  return path(
    'o',
    polygon([
      [seat, cy - r],
      [seat - rise * 0.3, cy - r],
      [seat - rise, cy - foot],
      [seat - rise, cy + foot],
      [seat - rise * 0.3, cy + r],
      [seat, cy + r],
    ]),
  )
}

export function drawCapScrew(screw: CapScrew): Sheet {
  const view = twoViews(screw.head, screw.headHeight + screw.length, screw.head, screwMargins)
  const { s, ax, bx, cy, box } = view
  const r = (screw.head * s) / 2
  const seat = bx + screw.headHeight * s
  const bottom = box.y + box.h + 26
  const socket = screw.socket * s
  const head = screw.shape === 'cylinder' ? knurledHead(bx, seat, cy, r) : buttonHead(bx, seat, cy, r)
  const depth = screw.headHeight * s * 0.55
  return sheetOf(
    view,
    circle('o', ax, cy, r) +
      circle('t', ax, cy, screw.shape === 'cylinder' ? r * 0.9 : r * 0.62) +
      hexagon('l', ax, cy, socket) +
      cross(ax, cy, r),
    shank(screw, view, seat) +
      head +
      path('h', `M${px(bx)} ${px(cy - socket / 2)}h${px(depth)}v${px(socket)}h${px(-depth)}`) +
      axis(view),
    leader([ax + socket * 0.5, cy - socket * 0.29], [ax + r * 0.75, box.y - 10], mm(screw.socket)) +
      across(ax - r, ax + r, bottom, cy, `Ø${mm(screw.head)}`) +
      shankDims(screw, view, seat, bottom),
  )
}

function knurledHead(x: number, seat: number, cy: number, r: number): string {
  const lines = [-0.86, -0.68, -0.45, -0.2, 0.2, 0.45, 0.68, 0.86]
  const knurl = lines.map((at) => `M${px(x + r * 0.16)} ${px(cy + at * r)}H${px(seat - 3)}`).join('')
  const round = r * 0.12
  return (
    path(
      'o',
      `M${px(seat)} ${px(cy - r)}H${px(x + round)}Q${px(x)} ${px(cy - r)} ${px(x)} ${px(cy - r + round)}` +
        `V${px(cy + r - round)}Q${px(x)} ${px(cy + r)} ${px(x + round)} ${px(cy + r)}H${px(seat)}Z`,
    ) + path('t', knurl)
  )
}

function buttonHead(x: number, seat: number, cy: number, r: number): string {
  const flat = r * 0.58
  const rim = (seat - x) * 0.1
  return path(
    'o',
    `M${px(seat)} ${px(cy - r)}h${px(-rim)}Q${px(x + (seat - x) * 0.2)} ${px(cy - r * 0.9)} ${px(x)} ${px(cy - flat)}` +
      `V${px(cy + flat)}Q${px(x + (seat - x) * 0.2)} ${px(cy + r * 0.9)} ${px(seat - rim)} ${px(cy + r)}H${px(seat)}Z`,
  )
}

export function drawCountersunkScrew(screw: CountersunkScrew): Sheet {
  const view = twoViews(screw.head, screw.length, screw.head, screwMargins)
  const { s, ax, bx, cy, box } = view
  const r = (screw.head * s) / 2
  const neck = bx + screw.headHeight * s
  const bottom = box.y + box.h + 26
  const inner = {
    ...screw,
    length: screw.length - screw.headHeight,
    threaded: screw.threaded - screw.headHeight,
  }
  const half = (screw.thread * s) / 2
  const rim = screw.headHeight * s * 0.1
  const cone = polygon([
    [bx, cy - r],
    [bx + rim, cy - r],
    [neck, cy - half],
    [neck, cy + half],
    [bx + rim, cy + r],
    [bx, cy + r],
  ])
  return sheetOf(
    view,
    circle('o', ax, cy, r) + drive(screw, ax, cy, s) + cross(ax, cy, r),
    shank(inner, view, neck) + path('o', cone) + axis(view),
    across(ax - r, ax + r, bottom, cy, `Ø${mm(screw.head)}`) +
      across(bx, bx + screw.length * s, bottom, cy + r, mm(screw.length)) +
      upright(
        cy - half,
        cy + half,
        bx + screw.length * s + 20,
        bx + screw.length * s,
        `M${mm(screw.thread)}`,
      ),
  )
}

function drive(screw: CountersunkScrew, cx: number, cy: number, s: number): string {
  if ('hexSocket' in screw.drive) return hexagon('l', cx, cy, screw.drive.hexSocket * s)
  const [a, b] = [screw.head * s * 0.27, screw.head * s * 0.07]
  const quarter = `L${px(cx + a)} ${px(cy - b)}V${px(cy + b)}L${px(cx + b * 1.6)} ${px(cy + b * 1.6)}`
  const rest =
    `L${px(cx + b)} ${px(cy + a)}H${px(cx - b)}L${px(cx - b * 1.6)} ${px(cy + b * 1.6)}` +
    `L${px(cx - a)} ${px(cy + b)}V${px(cy - b)}L${px(cx - b * 1.6)} ${px(cy - b * 1.6)}` +
    `L${px(cx - b)} ${px(cy - a)}H${px(cx + b)}L${px(cx + b * 1.6)} ${px(cy - b * 1.6)}Z`
  return path('l', `M${px(cx + b * 1.6)} ${px(cy - b * 1.6)}${quarter}${rest}`)
}

export function drawSetScrew(screw: SetScrew): Sheet {
  const view = twoViews(screw.thread, screw.length, screw.thread, { ...screwMargins, tall: 110 })
  const { s, ax, bx, cy, box } = view
  const r = (screw.thread * s) / 2
  const end = bx + screw.length * s
  const socket = screw.socket * s
  const cup = (screw.cup * s) / 2
  const bevel = r - cup
  const point = polygon([
    [end - bevel, cy - r * 0.86],
    [end, cy - cup],
    [end, cy + cup],
    [end - bevel, cy + r * 0.86],
  ])
  const bottom = box.y + box.h + 26
  return {
    part:
      threadSide({
        x: bx,
        cy,
        length: screw.length * s - bevel,
        diameter: 2 * r,
        pitch: screw.pitch * s,
        tip: false,
      }) +
      path('o', point) +
      path(
        'h',
        polygon(
          [
            [end, cy - cup],
            [end - cup * 0.6, cy],
            [end, cy + cup],
          ],
          '',
        ),
      ) +
      path('h', `M${px(bx)} ${px(cy - socket / 2)}h${px(screw.length * s * 0.38)}v${px(socket)}H${px(bx)}`) +
      circle('o', ax, cy, r) +
      path('t', arc(ax, cy, r * 0.86, 10, 280)) +
      hexagon('l', ax, cy, socket) +
      cross(ax, cy, r) +
      axis(view),
    dims:
      leader([ax + socket * 0.5, cy - socket * 0.29], [ax + r * 0.8, box.y - 12], mm(screw.socket)) +
      across(bx, end, bottom, cy + r, mm(screw.length)) +
      upright(cy - r, cy + r, end + 20, end, `M${mm(screw.thread)}`),
    box,
  }
}

export function drawCarriageBolt(bolt: CarriageBolt): Sheet {
  const view = twoViews(bolt.head, bolt.headHeight + bolt.length, bolt.head, screwMargins)
  const { s, ax, bx, cy, box } = view
  const r = (bolt.head * s) / 2
  const seat = bx + bolt.headHeight * s
  const neck = seat + bolt.squareHeight * s
  const half = (bolt.square * s) / 2
  const bottom = box.y + box.h + 26
  const dome = `M${px(seat)} ${px(cy - r)}C${px(bx)} ${px(cy - r * 0.7)} ${px(bx)} ${px(cy + r * 0.7)} ${px(seat)} ${px(cy + r)}Z`
  const inner = { ...bolt, length: bolt.length - bolt.squareHeight }
  const square = rect('o', seat, cy - half, bolt.squareHeight * s, 2 * half)
  const cornerMark = path(
    't',
    `M${px(seat)} ${px(cy - half)}L${px(neck)} ${px(cy + half)}M${px(seat)} ${px(cy + half)}L${px(neck)} ${px(cy - half)}`,
  )
  const behind = rect('h', ax - half, cy - half, 2 * half, 2 * half)
  return sheetOf(
    view,
    circle('o', ax, cy, r) + behind + cross(ax, cy, r),
    shank(inner, view, neck) + square + cornerMark + path('o', dome) + axis(view),
    across(ax - r, ax + r, bottom, cy, `Ø${mm(bolt.head)}`) +
      across(seat, seat + bolt.length * s, bottom, cy + r, mm(bolt.length)) +
      upright(
        cy - (bolt.thread * s) / 2,
        cy + (bolt.thread * s) / 2,
        seat + bolt.length * s + 16,
        seat + bolt.length * s,
        `M${mm(bolt.thread)}`,
      ),
  )
}
