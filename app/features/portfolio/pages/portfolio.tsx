export default function Portfolio() {
  return <main id="content"><h1>Portfolio</h1></main>
}
