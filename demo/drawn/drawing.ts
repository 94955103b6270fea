import type { CableGland, HoseClamp, PushInElbow, PushInFitting } from './fittings.ts'
import type { BlindRivet, Hinge } from './hardware.ts'

/** The data of a drawing that no shape of the shop makes: its kind and its measures in mm. */
export type Drawing = PushInFitting | PushInElbow | CableGland | HoseClamp | BlindRivet | Hinge
