import { FailureState } from '#kit/ui/page/failure-state.tsx'

/** The shop cannot be asked, or a change cannot be saved: the store tries again by itself. */
export const CartFailure = () => (
  <FailureState
    title="The cart could not be loaded or saved"
    detail="The shop tries again in a moment. Nothing is lost."
  />
)
