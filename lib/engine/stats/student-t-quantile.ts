import { studentTCdf } from '@/lib/engine/stats/student-t-cdf'

const HALVINGS = 200

/** The t with P(T <= t) = `probability` (strictly between 0 and 1), found by bisection of {@link studentTCdf}. */
export function studentTQuantile(probability: number, degrees: number): number {
  if (!(probability > 0 && probability < 1)) throw new RangeError('probability must be strictly between 0 and 1')
  if (probability === 0.5) return 0
  if (probability < 0.5) return -studentTQuantile(1 - probability, degrees)
  let low = 0
  let high = 1
  while (studentTCdf(high, degrees) < probability && high < Number.MAX_VALUE / 2) high *= 2
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (studentTCdf(middle, degrees) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}
