export default function Register() {
  return (
    <main id="content">
      <h1>Register</h1>
    </main>
  )
}
