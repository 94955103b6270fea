import { PersonIcon } from '#kit/ui/mark/icons.tsx'
import type { Profile } from '../schema.ts'

/** The name and the contact data of an account. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const fields = [
    { label: 'Full name', value: profile.name },
    { label: 'Email', value: profile.email },
    { label: 'Phone', value: profile.phone },
    { label: 'Address', value: profile.address },
  ]
  return (
    <div className="rounded border border-line">
      <div className="flex items-center gap-4 border-line border-b p-4 md:p-6">
        <Avatar name={profile.name} />
        <div className="min-w-0">
          <h2>{profile.name}</h2>
          <p className="text-muted">{profile.designation ?? 'No designation yet'}</p>
        </div>
      </div>
      <dl className="grid gap-x-8 gap-y-4 p-4 md:p-6 lg:grid-cols-2">
        {fields.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="whitespace-pre-line">
              {value ?? <span className="text-muted">Not given yet</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Shows initials: the shop has no pictures of its users. */
function Avatar({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean)
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return (
    <div
      role="img"
      aria-label={`Avatar of ${name}`}
      className="grid size-16 shrink-0 place-items-center rounded-full bg-tint font-medium text-lg text-link uppercase"
    >
      <span aria-hidden="true">{initials.join('') || <PersonIcon size={20} />}</span>
    </div>
  )
}
