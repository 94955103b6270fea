/** What the shop answered to a review, below it. */
export const ShopAnswer = ({ text }: { text: string }) => (
  <p className="mt-3 max-w-prose whitespace-pre-line break-words border-edge border-s-2 ps-3 text-sm">
    <b className="block font-medium">Answer of the shop</b>
    {text}
  </p>
)
