/** Says that a price is agreed with the company of whoever sees it. */
export const YourPrice = () => <span className="whitespace-nowrap text-good text-xs"> Your price</span>

/** Says of a page whose prices should be agreed ones that they are those of the list, because the others are not known. */
export const OwnPriceNote = ({ own }: { own: { readonly hasFailed: boolean } }) => (
  <p role="status" className="text-sm text-wait empty:hidden">
    {own.hasFailed &&
      'These are the prices of the list: those of your company could not be loaded. The cart has them.'}
  </p>
)
