import type { BallBearing, LinearBearing, NeedleBearing, TaperedBearing, ThrustBearing } from './bearings.ts'
import type { FlangedBush, WrappedBush } from './bushes.ts'
import type { CableGland, HoseClamp, PushInElbow, PushInFitting } from './fittings.ts'
import type { AngleBracket, BlindRivet, BridgeHandle, Hinge } from './hardware.ts'
import type { DiscMagnet, RubberBuffer, ShaftCollar, SpurGear, StarKnob } from './machine-parts.ts'
import type { HexNut, WingNut } from './nuts.ts'
import type { ClevisPin, CotterPin, DowelPin, ParallelKey, SpringPin } from './pins.ts'
import type { EClip, RetainingRing } from './rings.ts'
import type { EyeBolt, ThreadedRod } from './rods.ts'
import type { CapScrew, CarriageBolt, CountersunkScrew, HexScrew, SetScrew } from './screws.ts'
import type { ORing, ShaftSeal } from './seals.ts'
import type { CompressionSpring, TensionSpring } from './springs.ts'
import type { DiscSpring, SpringWasher, Washer } from './washers.ts'

/** The data of a part's drawing: its kind and its measures in mm. */
export type Drawing =
  | HexScrew
  | CapScrew
  | CountersunkScrew
  | SetScrew
  | CarriageBolt
  | EyeBolt
  | ThreadedRod
  | HexNut
  | WingNut
  | Washer
  | SpringWasher
  | DiscSpring
  | BallBearing
  | NeedleBearing
  | ThrustBearing
  | TaperedBearing
  | LinearBearing
  | FlangedBush
  | WrappedBush
  | ORing
  | ShaftSeal
  | CompressionSpring
  | TensionSpring
  | DowelPin
  | SpringPin
  | ClevisPin
  | CotterPin
  | ParallelKey
  | RetainingRing
  | EClip
  | PushInFitting
  | PushInElbow
  | CableGland
  | HoseClamp
  | AngleBracket
  | BlindRivet
  | Hinge
  | BridgeHandle
  | SpurGear
  | ShaftCollar
  | StarKnob
  | RubberBuffer
  | DiscMagnet
