export default function Profile() {
  return (
    <main id="content">
      <h1>Profile</h1>
    </main>
  )
}
