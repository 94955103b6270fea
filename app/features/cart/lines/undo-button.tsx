/** The button of a toast that offers to undo a change of the cart. */
export const UndoButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    className="min-h-6 cursor-pointer font-medium text-link underline pointer-coarse:min-h-11"
    onClick={onClick}
  >
    Undo
  </button>
)
