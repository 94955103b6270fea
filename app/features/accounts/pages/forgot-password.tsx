export default function ForgotPassword() {
  return (
    <main id="content">
      <h1>ForgotPassword</h1>
    </main>
  )
}
