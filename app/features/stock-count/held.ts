/** How many pieces orders hold in all. */
export const heldSum = ({ unpaid, paid }: { readonly unpaid: number; readonly paid: number }): number =>
  unpaid + paid
