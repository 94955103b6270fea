/** The one sum of the cart. */
export const Total = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <p className="text-muted text-sm">{label}</p>
    <output className="font-semibold text-xl">{value}</output>
  </div>
)
