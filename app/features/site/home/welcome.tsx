/** The author's welcome to visitors, short so that the parts stay visible below; nothing without a text. */
export function Welcome({ title, text }: { title: string; text: string }) {
  if (!text) return null
  return (
    <section className="grid gap-x-12 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)]">
      <h2 className="wrap-anywhere">{title}</h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere text-muted">{text}</p>
    </section>
  )
}
