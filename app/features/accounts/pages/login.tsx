export default function Login() {
  return (
    <main id="content">
      <h1>Login</h1>
    </main>
  )
}
