import { logGamma } from '@/lib/engine/stats/log-gamma'

/** Density of Student's t at `t` for `degrees` > 0 degrees of freedom. */
export function studentTDensity(t: number, degrees: number): number {
  const scale = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - Math.log(degrees * Math.PI) / 2
  return Math.exp(scale - ((degrees + 1) / 2) * Math.log1p(t ** 2 / degrees))
}
