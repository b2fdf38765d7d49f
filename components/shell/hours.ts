import { HOUR_MS, MINUTE_MS } from '@/lib/contracts/durations'

const LOOK_MS = MINUTE_MS / 2

/**
 * Calls back when another hour has begun, while the page is visible: charts count by hours, and days and weeks end at one, also where nothing
 * happens that live updates would tell. A timer of an hour would stand still while the machine sleeps. Returns a function that ends this.
 */
export function atEachHour(onHour: () => void): () => void {
  const hourNow = () => Math.floor(Date.now() / HOUR_MS)
  let known = hourNow()
  const look = () => {
    if (document.visibilityState === 'hidden' || hourNow() === known) return
    known = hourNow()
    onHour()
  }
  const timer = setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
