export default function Terms() {
  return (
    <main id="content">
      <h1>Terms</h1>
    </main>
  )
}
