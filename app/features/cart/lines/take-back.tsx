/** How long a change of the cart that its toast offers to take back can be taken back. */
export const TAKE_BACK_MS = 10_000

/** The button of such a toast. */
export const TakeBack = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    className="min-h-6 cursor-pointer font-medium text-link underline pointer-coarse:min-h-11"
    onClick={onClick}
  >
    Undo
  </button>
)
