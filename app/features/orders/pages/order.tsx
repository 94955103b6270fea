export default function Order() {
  return <h1>Order</h1>
}
