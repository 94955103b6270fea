export default function ResetPassword() {
  return (
    <main id="content">
      <h1>ResetPassword</h1>
    </main>
  )
}
