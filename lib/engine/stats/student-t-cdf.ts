import { incompleteBeta } from '@/lib/engine/stats/incomplete-beta'

/** P(T <= t) of Student's t with `degrees` > 0 degrees of freedom: T_v(t) = 1 - I_{v/(v+t^2)}(v/2, 1/2) / 2 for t >= 0. */
export function studentTCdf(t: number, degrees: number): number {
  if (!(degrees > 0)) throw new RangeError('degrees must be positive')
  const tail = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
  return t >= 0 ? 1 - tail : tail
}
