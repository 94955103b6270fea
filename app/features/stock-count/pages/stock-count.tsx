export default function StockCount() {
  return null
}
