import { formatScore } from './number'

/** A threshold as people say it: ".05". */
export function formatLimit(threshold: number): string {
  return formatScore(threshold).replace(/^0/, '')
}
