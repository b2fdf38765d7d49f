import { isClose } from '@/lib/engine/tolerance'
import type { Side } from './load-side'

const count = new Intl.NumberFormat('en-GB')

/** What a reader has to know before trusting the picture, in whole sentences. */
export function evidenceNotes(prior: Side | null, current: Side, minLiveRuns: number): string[] {
  const sides = prior ? [prior, current] : [current]
  const notes = sides.flatMap(sideNotes)
  const scored = current.sample?.n ?? 0
  if (!prior) notes.push(`No lower version with live runs stands to compare ${current.version} with.`)
  if (scored < minLiveRuns)
    notes.push(
      `${current.version} has ${runs(scored)} with a score; ${minLiveRuns} are needed before anything is said.`,
    )
  if (prior && isUniform([...prior.dots, ...current.dots]))
    notes.push('Every run has the same score: there is nothing to tell the versions apart by.')
  return notes
}

function sideNotes({ version, dots, live, unscored, dryRuns }: Side): string[] {
  const notes: string[] = []
  if (live > dots.length)
    notes.push(
      `${version}: the latest ${count.format(dots.length)} of ${count.format(live)} live runs are drawn and make the factors; the mean is of all.`,
    )
  if (unscored > 0) notes.push(`${version}: ${runs(unscored)} without a score, counted in no mean.`)
  if (dryRuns > 0) notes.push(`${version}: ${formatDry(dryRuns)} left out; only live runs are compared.`)
  return notes
}

const formatDry = (n: number) => `${count.format(n)} ${n === 1 ? 'dry run is' : 'dry runs are'}`

function runs(n: number): string {
  return `${count.format(n)} live ${n === 1 ? 'run' : 'runs'}`
}

function isUniform(dots: Side['dots']): boolean {
  const scores = dots.map((dot) => dot.score).filter((score) => score !== null)
  const [first] = scores
  return first !== undefined && scores.length > 1 && scores.every((score) => isClose(score, first))
}
