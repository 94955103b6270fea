/** From where a part is looked at, and what the keys do about it. Y is up and Z towards the viewer, as in glTF. */

/** Where the camera is, around the middle of the part. Angles are in radians. */
export interface Angles {
  /** From the front (0) to the right. */
  readonly azimuth: number
  /** From straight above (0) to straight below. */
  readonly polar: number
}

/** Three numbers: x, y, z. */
export type Vector = readonly [number, number, number]

const QUARTER = Math.PI / 2

/** The standard views, in the order of their digits. */
export const VIEWS = {
  front: { label: 'Front', key: 'f', angles: { azimuth: 0, polar: QUARTER } },
  back: { label: 'Back', key: 'b', angles: { azimuth: Math.PI, polar: QUARTER } },
  left: { label: 'Left', key: 'l', angles: { azimuth: -QUARTER, polar: QUARTER } },
  right: { label: 'Right', key: 'r', angles: { azimuth: QUARTER, polar: QUARTER } },
  top: { label: 'Top', key: 't', angles: { azimuth: 0, polar: 0 } },
  bottom: { label: 'Bottom', key: 'u', angles: { azimuth: 0, polar: Math.PI } },
  isometric: {
    label: 'Isometric',
    key: 'i',
    angles: { azimuth: Math.PI / 4, polar: Math.acos(1 / Math.sqrt(3)) },
  },
} as const satisfies Record<string, { label: string; key: string; angles: Angles }>

export type ViewName = keyof typeof VIEWS

export const viewNames = Object.keys(VIEWS) as ViewName[]

/** What a key asks for: a view, a turn in radians, a zoom by a factor, or the whole part. */
export type KeyAction =
  | { readonly view: ViewName }
  | { readonly turn: readonly [azimuth: number, polar: number] }
  | { readonly zoom: number }
  | 'fit'

/** One press of a key or a button. */
const TURN = Math.PI / 12

export const ZOOM = 1.25

/** The camera follows the arrow. */
const TURNS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowLeft', [-TURN, 0]],
  ['ArrowRight', [TURN, 0]],
  ['ArrowUp', [0, -TURN]],
  ['ArrowDown', [0, TURN]],
])

/** What a key (`KeyboardEvent.key`, in any case) does in the viewer, if anything. */
export function actionOf(key: string): KeyAction | undefined {
  const turn = TURNS.get(key)
  if (turn) return { turn }
  if (key === '+' || key === '=') return { zoom: ZOOM }
  if (key === '-') return { zoom: 1 / ZOOM }
  if (key === '0') return 'fit'
  const view = viewNames.find((name, at) => key === String(at + 1) || key.toLowerCase() === VIEWS[name].key)
  return view && { view }
}

/** Turns the camera; straight above and straight below it stops. */
export const turned = ({ azimuth, polar }: Angles, by: readonly [number, number]): Angles => ({
  azimuth: azimuth + by[0],
  polar: Math.min(Math.PI, Math.max(0, polar + by[1])),
})

/** The angles a part (0 to 1) of the way, by the shorter way around. */
export function between(from: Angles, to: Angles, part: number): Angles {
  const whole = 2 * Math.PI
  const around = (((to.azimuth - from.azimuth) % whole) + whole + Math.PI) % whole
  return {
    azimuth: from.azimuth + (around - Math.PI) * part,
    polar: from.polar + (to.polar - from.polar) * part,
  }
}

/** Straight above or below there would be no azimuth. */
const FROM_POLE = 1e-4

const tiltOf = (polar: number): number => Math.min(Math.PI - FROM_POLE, Math.max(FROM_POLE, polar))

/** The camera's place, so far from the middle. */
export function placeOf({ azimuth, polar }: Angles, distance: number): Vector {
  const tilt = tiltOf(polar)
  const across = Math.sin(tilt) * distance
  return [across * Math.sin(azimuth), Math.cos(tilt) * distance, across * Math.cos(azimuth)]
}

/** Pixels around a part that is fitted, for its dimensions; at most this part of the height. */
const MARGIN = { pixels: 40, part: 0.2 }

/** What a canvas of so many pixels shows from top to bottom when a box fits, in the unit of the box. */
export function shownHeightOf(
  size: Vector,
  { azimuth, polar }: Angles,
  canvas: { readonly width: number; readonly height: number },
): number {
  const [x, y, z] = size.map((side) => side / 2) as [number, number, number]
  const tilt = tiltOf(polar)
  const [sinA, cosA] = [Math.abs(Math.sin(azimuth)), Math.abs(Math.cos(azimuth))]
  const across = x * cosA + z * sinA
  const along = (x * sinA + z * cosA) * Math.abs(Math.cos(tilt)) + y * Math.sin(tilt)
  const margin = 2 * Math.min(MARGIN.pixels, canvas.height * MARGIN.part)
  const perPixel = Math.max((2 * along) / (canvas.height - margin), (2 * across) / (canvas.width - margin))
  return perPixel * canvas.height
}
