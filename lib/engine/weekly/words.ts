import type { WeeklyChange, WeeklyMean, WeeklyShare } from '@/lib/contracts/weekly/report'

const MISSING = 'none'

/** "1 run", "12 runs", "1,204 runs". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : many}`
}

/** How many flags are to be expected as noise, in words. */
export function noiseText(expected: number): string {
  const many = expected < 0.05 ? 'hardly any' : `about ${expected.toFixed(1)}`
  return `${many} of these flags would be noise`
}

/** "1,204". */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Two decimals; as many more, up to four, as it takes to stay on its side of `threshold`. */
export function score(value: number | null, threshold?: number): string {
  if (value === null) return MISSING
  const isAbove = (number: number) => threshold === undefined || number >= threshold - 1e-9
  const decimals = [2, 3].find((count) => isAbove(Number(value.toFixed(count))) === isAbove(value)) ?? 4
  return value.toFixed(decimals)
}

/** "+0.04", "-0.07". */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '-'}${text}`
}

/** "12 %"; a share that is neither none nor all never reads so. */
export function percent(share: number | null): string {
  if (share === null) return MISSING
  if (share > 0 && share < 0.005) return '<1 %'
  if (share < 1 && share >= 0.995) return '>99 %'
  return `${Math.round(share * 100)} %`
}

/** "0.84 (0.82 to 0.86, 188 runs)". */
export function meanText({ n, mean, interval }: WeeklyMean): string {
  if (mean === null) return 'no scored live run'
  const runs = plural(n, 'run')
  return interval
    ? `${score(mean)} (${score(interval[0])} to ${score(interval[1])}, ${runs})`
    : `${score(mean)} (${runs})`
}

/** "12 of 214 (6 %)". */
export function shareText({ n, of, share }: WeeklyShare): string {
  return share === null ? MISSING : `${grouped(n)} of ${grouped(of)} (${percent(share)})`
}

/** What a change amounts to, as the end of a sentence. */
export function changeText(change: WeeklyChange): string {
  if (!change) return 'with nothing to compare'
  const size = Math.abs(change.change).toFixed(2)
  const moved = Number(size) === 0 ? 'the same as' : `${change.change > 0 ? 'up' : 'down'} ${size} on`
  if (change.isTooFew) return `${moved} the week before, from too few runs to say more`
  return `${moved} the week before, ${change.beyondNoise ? 'more than noise explains' : 'within the noise'}`
}

/** "a", "a and b", "a, b and 3 more"; `total` where there are more than are given. */
export function named(names: readonly string[], most = 3, total = names.length): string {
  const shown = names.slice(0, most)
  const rest = total - shown.length
  const all = rest > 0 ? [...shown, `${rest} more`] : shown
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
