/**
 * Volumes in closed form, in mm³, by diameters and lengths in mm: sample parts are weighed by them, and tests compare solids with
 * them.
 */

export const cylinderVolume = (diameter: number, length: number): number =>
  (Math.PI / 4) * diameter ** 2 * length

export const tubeVolume = (inner: number, outer: number, length: number): number =>
  cylinderVolume(outer, length) - cylinderVolume(inner, length)

/** A cone without its tip. */
export const frustumVolume = (below: number, above: number, height: number): number =>
  (Math.PI / 12) * height * (below ** 2 + below * above + above ** 2)

/** A part of a sphere between two planes: their circles and their distance. */
export const zoneVolume = (below: number, above: number, height: number): number =>
  ((Math.PI * height) / 6) * ((3 / 4) * below ** 2 + (3 / 4) * above ** 2 + height ** 2)

export const hexagonArea = (flats: number): number => (Math.sqrt(3) / 2) * flats ** 2

/** How deep the thread of ISO 724 is on one side: the chamfer of an end. */
export const threadDepth = (pitch: number): number => 0.613434 * pitch

/** A bolt of a nominal diameter with a chamfer of 45° at one end. */
export function boltVolume(diameter: number, pitch: number, length: number): number {
  const depth = threadDepth(pitch)
  return cylinderVolume(diameter, length - depth) + frustumVolume(diameter - 2 * depth, diameter, depth)
}

/**
 * What a cone of 30° to the plane takes from one end of a hexagonal prism whose end keeps a circle of 0.95 times its width: the
 * integral of tan 30° · (r − c) over the hexagon outside of the circle with the radius c, in twelve equal parts.
 */
export function hexagonChamferVolume(flats: number): number {
  const [a, c] = [flats / 2, (flats * 0.95) / 2]
  const part =
    (a ** 3 / 3) * SECANT_CUBED - ((c * a ** 2) / 2) * Math.tan(Math.PI / 6) + (c ** 3 / 36) * Math.PI
  return 12 * Math.tan(Math.PI / 6) * part
}

/** The integral of 1 / cos³ from 0° to 30°, a twelfth of a hexagon. */
const SECANT_CUBED = (2 / 3 + Math.log(Math.sqrt(3))) / 2

/** A flange below a hexagon, as far as it is outside of it: its rim, and above it a cone that rises by 25°. */
export function hexagonFlangeVolume(flats: number, flange: number, rim: number): number {
  const [a, radius, slope] = [flats / 2, flange / 2, Math.tan((25 * Math.PI) / 180)]
  const whole = ((rim + slope * radius) * radius ** 2) / 2 - (slope * radius ** 3) / 3
  const inside =
    ((rim + slope * radius) * a ** 2 * Math.tan(Math.PI / 6)) / 2 - ((slope * a ** 3) / 3) * SECANT_CUBED
  return 12 * ((whole * Math.PI) / 6 - inside)
}

/** What a countersunk bore takes from a nut: 1.08 times the thread at both ends, at 45°. */
export function boreVolume(diameter: number, height: number): number {
  const depth = diameter * 0.04
  return cylinderVolume(diameter, height - 2 * depth) + 2 * frustumVolume(diameter, diameter * 1.08, depth)
}

/** A ring with a round section. */
export const torusVolume = (inner: number, section: number): number =>
  (Math.PI ** 2 / 4) * section ** 2 * (inner + section)

/** What a chamfer of 45° takes from an outer edge of a turned part. */
export const outerEdgeVolume = (diameter: number, edge: number): number =>
  cylinderVolume(diameter, edge) - frustumVolume(diameter - 2 * edge, diameter, edge)

/** What a chamfer of 45° takes from the edge of a bore. */
export const boreEdgeVolume = (diameter: number, edge: number): number =>
  frustumVolume(diameter, diameter + 2 * edge, edge) - cylinderVolume(diameter, edge)

/**
 * The area of a spur gear by ISO 53: its root circle, and each tooth between root and tip, with the exact involute, in thin
 * rings. Below the base circle the tooth is as wide as there.
 */
export function gearArea(module: number, teeth: number): number {
  const pressure = Math.PI / 9
  const pitch = (module * teeth) / 2
  const [base, root, tip] = [pitch * Math.cos(pressure), pitch - 1.25 * module, pitch + module]
  const involute = (angle: number): number => Math.tan(angle) - angle
  const half = (radius: number): number =>
    Math.PI / (2 * teeth) + involute(pressure) - involute(Math.acos(Math.min(1, base / radius)))
  const rings = 2000
  const width = (tip - root) / rings
  let area = Math.PI * root ** 2
  for (let ring = 0; ring < rings; ring++) {
    const radius = root + (ring + 0.5) * width
    area += teeth * 2 * half(radius) * radius * width
  }
  return area
}

/** ISO 724: the pitch diameter. Below it is as much of a thread's ridges as is missing of its grooves. */
const pitchDiameter = (diameter: number, pitch: number): number => diameter - 0.649519 * pitch

/** What a thread's grooves take from a plain bolt of its nominal diameter, or its ridges add to a bore of it. */
export const threadVolume = (diameter: number, pitch: number, length: number): number =>
  tubeVolume(pitchDiameter(diameter, pitch), diameter, length)
