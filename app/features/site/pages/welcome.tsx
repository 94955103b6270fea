/** The author's welcome to visitors, short so that the parts stay visible below. */
export function Welcome() {
  return (
    <section className="grid gap-x-12 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)]">
      <h2>Welcome</h2>
      <p className="max-w-prose text-muted">
        I made this shop for people who build and mend machines and know what they need: the standard, the
        size, the material. The price per piece is the price you pay, the stock is counted to the piece, and
        what you order is set aside for you until it is paid.
      </p>
    </section>
  )
}
