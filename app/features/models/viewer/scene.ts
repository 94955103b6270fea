import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  EdgesGeometry,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  OrthographicCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { readGlb } from '../files/read-glb.ts'
import { cornersOf, type Point } from './dimensions.ts'
import {
  type Angles,
  between,
  type KeyAction,
  placeOf,
  shownHeightOf,
  turned,
  type Vector,
  VIEWS,
} from './views.ts'

const MM_PER_METRE = 1000

/** Between surfaces that meet at a larger angle, in degrees, an edge is drawn. */
const EDGE_ANGLE = 20

const MOVE_MS = 160

/** How far one can zoom, by the smallest side of the part: that it fills the picture so many times. */
const ZOOM_IN = 20
const ZOOM_OUT = 0.2

interface Pose {
  readonly angles: Angles
  readonly zoom: number
  readonly target: Vector
}

export interface SceneEvents {
  /** Something was drawn. */
  onDraw(): void
  /** The part was turned away from a standard view. */
  onTurn(): void
  /** The browser has ended the drawing; the scene cannot be used any more. */
  onLost(): void
}

/** Draws a GLB of the shop in an element that has a size. Throws on any other file. */
export function openScene(host: HTMLElement, file: ArrayBuffer, events: SceneEvents): ModelScene {
  const { positions, normals, triangles, size } = readGlb(file)
  const geometry = new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setAttribute('normal', new BufferAttribute(normals, 3))
    .setIndex(new BufferAttribute(triangles, 1))
  return new ModelScene(host, geometry, size, events)
}

/** A part that is turned, moved and zoomed. It is drawn only when something changed. */
export class ModelScene {
  /** The sides of the part in mm. */
  readonly size: Vector
  readonly #host: HTMLElement
  readonly #events: SceneEvents
  readonly #renderer = new WebGLRenderer({ antialias: true, alpha: true })
  readonly #camera = new OrthographicCamera()
  readonly #scene = new Scene()
  readonly #controls: OrbitControls
  readonly #face: Mesh<BufferGeometry, MeshLambertMaterial>
  readonly #edges: LineSegments<EdgesGeometry, LineBasicMaterial>
  readonly #radius: number
  readonly #isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  readonly #ending = new AbortController()
  readonly #observer = new ResizeObserver(() => this.#resize())
  #canvas = { width: 1, height: 1 }
  #move: { from: Pose; to: Pose; start: number } | undefined
  #frame = 0

  constructor(host: HTMLElement, geometry: BufferGeometry, size: Vector, events: SceneEvents) {
    this.#host = host
    this.#events = events
    this.size = size
    this.#radius = Math.hypot(...size) / 2
    // In mm: edges are found by corners that are rounded to four decimals.
    geometry.scale(MM_PER_METRE, MM_PER_METRE, MM_PER_METRE).center()
    // Surfaces lie a little behind their edges.
    const surface = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }
    this.#face = new Mesh(geometry, new MeshLambertMaterial(surface))
    this.#edges = new LineSegments(new EdgesGeometry(geometry, EDGE_ANGLE), new LineBasicMaterial())
    const lamp = new DirectionalLight('white', 1.8)
    lamp.position.set(-1, 1.5, 2)
    this.#camera.add(lamp)
    this.#scene.add(this.#face, this.#edges, this.#camera, new HemisphereLight('white', 'grey', 1.8))
    const { domElement } = this.#renderer
    domElement.className = 'absolute inset-0 size-full'
    host.append(domElement)
    this.#controls = this.#createControls()
    this.#listen()
    this.recolour()
    this.#resize()
    this.#apply(this.#fitted(VIEWS.isometric.angles))
    this.#observer.observe(host)
  }

  #createControls(): OrbitControls {
    const controls = new OrbitControls(this.#camera, this.#renderer.domElement)
    controls.enableDamping = !this.#isStill
    controls.dampingFactor = 0.2
    controls.zoomToCursor = true
    controls.minZoom = ZOOM_OUT
    controls.maxZoom = (ZOOM_IN * this.#radius) / Math.max(Math.min(...this.size), 1e-3)
    controls.addEventListener('change', () => this.#invalidate())
    controls.addEventListener('start', () => {
      this.#move = undefined
      this.#events.onTurn()
    })
    return controls
  }

  #listen(): void {
    const { signal } = this.#ending
    const { domElement } = this.#renderer
    domElement.addEventListener('webglcontextlost', () => this.#events.onLost(), { signal })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.recolour(), { signal })
    // Else the wheel scrolls the page.
    const keepFromZooming = (event: WheelEvent): void => {
      if (!event.ctrlKey && document.activeElement !== this.#host) event.stopPropagation()
    }
    this.#host.addEventListener('wheel', keepFromZooming, { capture: true, passive: true, signal })
  }

  /** What a key or a button asks for. */
  act(action: KeyAction): void {
    const pose = this.#move?.to ?? this.#pose()
    if (action === 'fit') this.#moveTo(this.#fitted(pose.angles))
    else if ('view' in action) this.#moveTo(this.#fitted(VIEWS[action.view].angles))
    else if ('turn' in action) {
      this.#moveTo({ ...pose, angles: turned(pose.angles, action.turn) })
      this.#events.onTurn()
    } else {
      const { minZoom, maxZoom } = this.#controls
      this.#moveTo({ ...pose, zoom: Math.min(maxZoom, Math.max(minZoom, pose.zoom * action.zoom)) })
    }
  }

  /** Where the corners of the part's box are seen, in the order of `cornersOf`. */
  corners(): Point[] {
    const { width, height } = this.#canvas
    return cornersOf(this.size).map((corner) => {
      const { x, y } = new Vector3(...corner).project(this.#camera)
      return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height }
    })
  }

  /** Takes the colours of the page, which follow the scheme of the browser. */
  recolour(): void {
    const style = getComputedStyle(this.#host)
    const colourOf = (name: string): Color => new Color(style.getPropertyValue(name).trim())
    this.#face.material.color = colourOf('--color-edge').lerp(colourOf('--color-paper'), 0.4)
    this.#edges.material.color = colourOf('--color-ink')
    this.#invalidate()
  }

  dispose(): void {
    this.#ending.abort()
    this.#observer.disconnect()
    cancelAnimationFrame(this.#frame)
    this.#controls.dispose()
    for (const { geometry, material } of [this.#face, this.#edges]) {
      geometry.dispose()
      material.dispose()
    }
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
    this.#renderer.domElement.remove()
  }

  #pose(): Pose {
    const { x, y, z } = this.#controls.target
    const angles = {
      azimuth: this.#controls.getAzimuthalAngle(),
      polar: this.#controls.getPolarAngle(),
    }
    return { angles, zoom: this.#camera.zoom, target: [x, y, z] }
  }

  #fitted(angles: Angles): Pose {
    const zoom = (2 * this.#radius) / shownHeightOf(this.size, angles, this.#canvas)
    return { angles, zoom, target: [0, 0, 0] }
  }

  #moveTo(to: Pose): void {
    if (this.#isStill) this.#apply(to)
    else this.#move = { from: this.#pose(), to, start: performance.now() }
    this.#invalidate()
  }

  #apply({ angles, zoom, target }: Pose): void {
    this.#controls.target.set(...target)
    this.#camera.position.set(...placeOf(angles, this.#radius * 4)).add(this.#controls.target)
    this.#camera.zoom = zoom
    this.#camera.updateProjectionMatrix()
    this.#controls.update()
  }

  #invalidate(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw())
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    if (this.#move) this.#continue(this.#move)
    else this.#controls.update()
    this.#renderer.render(this.#scene, this.#camera)
    this.#events.onDraw()
  }

  #continue({ from, to, start }: { from: Pose; to: Pose; start: number }): void {
    const part = Math.min(1, (performance.now() - start) / MOVE_MS)
    const mixed = (a: number, b: number): number => a + (b - a) * part
    const target = new Vector3(...from.target).lerp(new Vector3(...to.target), part).toArray()
    this.#apply({ angles: between(from.angles, to.angles, part), zoom: mixed(from.zoom, to.zoom), target })
    if (part === 1) this.#move = undefined
    this.#invalidate()
  }

  /** At once, since a canvas of another size is empty. What was fitted still fits. */
  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host
    if (width === 0 || height === 0) return
    const { angles } = this.#pose()
    const before = this.#fitted(angles).zoom
    this.#canvas = { width, height }
    this.#camera.zoom *= this.#fitted(angles).zoom / before
    const across = (this.#radius * width) / height
    Object.assign(this.#camera, { left: -across, right: across, top: this.#radius, bottom: -this.#radius })
    Object.assign(this.#camera, { near: 0, far: this.#radius * 8 })
    this.#camera.updateProjectionMatrix()
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.#renderer.setSize(width, height, false)
    this.#draw()
  }
}
