import { across, leader, upright } from '#kit/drawing/dimension.ts'
import { circle, cross, mm, path, polygon, px, type Sheet, segment } from '#kit/drawing/sheet.ts'
import { hexEnd, hexSide, threadedHoleEnd, threadedHoleSide } from './fastening.ts'
import { stackedViews, twoViews } from './layout.ts'

export interface HexNut {
  readonly kind: 'hex-nut'
  readonly thread: number
  readonly flats: number
  readonly height: number
  /** An addition to a plain nut: a nylon ring, a pressed-on washer, or a closed dome. */
  readonly extra?:
    | { readonly nylon: number }
    | { readonly flange: number }
    | { readonly dome: number; readonly hex: number }
}

/** `span` over both wings, `height` with them; `foot` and `body` are the hub's. All in mm. */
export interface WingNut {
  readonly kind: 'wing-nut'
  readonly thread: number
  readonly span: number
  readonly height: number
  readonly hub: number
  readonly hubHeight: number
}

export function drawHexNut(nut: HexNut): Sheet {
  const extra = nut.extra
  const widest = Math.max((nut.flats * 2) / Math.sqrt(3), extra && 'flange' in extra ? extra.flange : 0)
  const view = twoViews(widest, nut.height, widest, { left: 30, right: 50, gap: 52, tall: 128 })
  const { s, ax, bx, cy, box } = view
  const flats = nut.flats * s
  const bottom = box.y + box.h + 26
  const end = bx + nut.height * s
  return {
    part:
      nutEnd(nut, ax, cy, s) +
      nutSide(nut, bx, cy, s) +
      segment('c', box.x - 8, cy, box.x + box.w + 8, cy) +
      segment('c', ax, box.y - 8, ax, box.y + box.h + 8),
    dims:
      across(ax - flats / 2, ax + flats / 2, bottom, cy + flats / 3.4, mm(nut.flats)) +
      across(bx, end, bottom, box.y + box.h - 2, mm(nut.height)) +
      (extra && 'dome' in extra
        ? leader([end - 10, cy - nut.flats * s * 0.2], [end + 6, box.y], `M${mm(nut.thread)}`)
        : upright(cy - (nut.thread * s) / 2, cy + (nut.thread * s) / 2, end + 22, end, `M${mm(nut.thread)}`)),
    box,
  }
}

function nutEnd({ extra, flats, thread }: HexNut, cx: number, cy: number, s: number): string {
  const hex = hexEnd(cx, cy, flats * s)
  if (!extra) return hex + threadedHoleEnd(cx, cy, thread * s)
  if ('flange' in extra)
    return circle('o', cx, cy, (extra.flange * s) / 2) + hex + threadedHoleEnd(cx, cy, thread * s)
  if ('dome' in extra)
    return hex + circle('o', cx, cy, (extra.dome * s) / 2) + circle('t', cx, cy, extra.dome * s * 0.24)
  const nylon = circle('l', cx, cy, flats * s * 0.44) + circle('k', cx, cy, flats * s * 0.39)
  return hex + nylon + circle('o', cx, cy, thread * s * 0.46)
}

function nutSide({ extra, flats, height, thread }: HexNut, x: number, cy: number, s: number): string {
  const f = flats * s
  const hole = threadedHoleSide(x, cy, height * s, thread * s)
  if (!extra) return hexSide(x, cy, height * s, f, 'both') + hole
  if ('flange' in extra) return flangedSide(x, cy, height * s, f, extra.flange * s) + hole
  if ('dome' in extra)
    return (
      dome(x + extra.hex * s, x + height * s, cy, (extra.dome * s) / 2) +
      hexSide(x, cy, extra.hex * s, f, 'both')
    )
  const hex = height * s - extra.nylon * s
  const [a, b, r] = [x + hex, x + height * s, f * 0.44]
  const collar = `M${px(a)} ${px(cy - r)}H${px(b - 5)}Q${px(b)} ${px(cy - r)} ${px(b)} ${px(cy - r + 5)}V${px(cy + r - 5)}Q${px(b)} ${px(cy + r)} ${px(b - 5)} ${px(cy + r)}H${px(a)}Z`
  return path('k', collar) + hexSide(x, cy, hex, f, 'both') + hole
}

function flangedSide(x: number, cy: number, height: number, flats: number, flange: number): string {
  const end = x + height
  const [r, foot, slope] = [flange / 2, flats * 0.53, flats * 0.26]
  const skirt = polygon([
    [end, cy - r],
    [end - slope * 0.4, cy - r],
    [end - slope, cy - foot],
    [end - slope, cy + foot],
    [end - slope * 0.4, cy + r],
    [end, cy + r],
  ])
  return hexSide(x, cy, height - slope, flats, 'left') + path('o', skirt)
}

function dome(x: number, end: number, cy: number, r: number): string {
  const cylinder = Math.max(end - x - r, 0)
  const reach = Math.min(r, end - x)
  return path(
    'o',
    `M${px(x)} ${px(cy - r)}h${px(cylinder)}A${px(reach)} ${px(r)} 0 0 1 ${px(x + cylinder)} ${px(cy + r)}H${px(x)}Z`,
  )
}

export function drawWingNut(nut: WingNut): Sheet {
  const { s, cx, top, bottom, box } = stackedViews(nut.span, nut.height, nut.hub, {
    left: 40,
    right: 44,
    gap: 26,
    tall: 178,
    cy: 122,
  })
  const foot = top + nut.height * s
  const [hub, neck] = [(nut.hub * s) / 2, (nut.hub * s) / 2.4]
  const hubTop = foot - nut.hubHeight * s
  const half = (nut.span * s) / 2
  const wing = (side: 1 | -1) => {
    const x = (at: number) => px(cx + side * at)
    return (
      `M${x(hub * 0.97)} ${px(foot - nut.hubHeight * s * 0.3)}C${x(half * 0.75)} ${px(foot - 8)} ${x(half * 0.86)} ${px(foot - nut.height * s * 0.32)} ${x(half * 0.97)} ${px(top + nut.height * s * 0.22)}` +
      `C${x(half * 1.04)} ${px(top + 2)} ${x(half * 0.82)} ${px(top - 4)} ${x(half * 0.68)} ${px(top + 5)}` +
      `C${x(half * 0.5)} ${px(top + 18)} ${x(half * 0.5)} ${px(hubTop + 4)} ${x(neck)} ${px(hubTop + 3)}Z`
    )
  }
  const cy = bottom + hub
  const thread = nut.thread * s
  const flat = (side: 1 | -1) =>
    path(
      'o',
      polygon([
        [cx + side * hub * 0.9, cy - 9],
        [cx + side * (half - 6), cy - 7],
        [cx + side * half, cy],
        [cx + side * (half - 6), cy + 7],
        [cx + side * hub * 0.9, cy + 9],
      ]),
    )
  return {
    part:
      path('o', wing(-1)) +
      path('o', wing(1)) +
      path(
        'o',
        polygon([
          [cx - neck, hubTop],
          [cx + neck, hubTop],
          [cx + hub, foot],
          [cx - hub, foot],
        ]),
      ) +
      path(
        'h',
        `M${px(cx - thread / 2)} ${px(hubTop)}V${px(foot)}M${px(cx + thread / 2)} ${px(hubTop)}V${px(foot)}`,
      ) +
      segment('c', cx, top - 4, cx, foot + 8) +
      flat(-1) +
      flat(1) +
      circle('o', cx, cy, hub) +
      threadedHoleEnd(cx, cy, thread) +
      cross(cx, cy, hub),
    dims:
      across(cx - half, cx + half, top - 12, top + 12, mm(nut.span)) +
      upright(top, foot, cx + half + 20, cx + half * 0.8, mm(nut.height)) +
      leader([cx + thread * 0.35, cy + thread * 0.35], [cx + hub + 14, cy + hub], `M${mm(nut.thread)}`),
    box,
  }
}
