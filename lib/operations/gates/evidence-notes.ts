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
  if (prior) notes.push(...scenarioNotes(prior, current))
  if (prior && isUniform([...prior.dots, ...current.dots]))
    notes.push('Every run has the same score: there is nothing to tell the versions apart by.')
  return notes
}

function sideNotes({ version, dots, live, unscored }: Side): string[] {
  const notes: string[] = []
  if (live > dots.length)
    notes.push(
      `${version}: the latest ${count.format(dots.length)} of ${count.format(live)} live runs are drawn; the mean is of all.`,
    )
  if (unscored > 0) notes.push(`${version}: ${runs(unscored)} without a score, counted in no mean.`)
  return notes
}

function runs(n: number): string {
  return `${count.format(n)} live ${n === 1 ? 'run' : 'runs'}`
}

function scenarioNotes(prior: Side, current: Side): string[] {
  const before = scenariosOf(prior)
  const after = scenariosOf(current)
  const all = before.union(after).size
  const shared = before.intersection(after).size
  if (all === 0 || shared === all) return []
  if (shared === 0)
    return ['The two versions share no scenario, so the difference may be the work and not the version.']
  return [
    `${count.format(shared)} of ${count.format(all)} scenarios were run by both versions; the others compare different work.`,
  ]
}

function scenariosOf({ dots }: Side): Set<string> {
  return new Set(dots.map((dot) => dot.scenario).filter((scenario) => scenario !== null))
}

function isUniform(dots: Side['dots']): boolean {
  const scores = dots.map((dot) => dot.score).filter((score) => score !== null)
  const [first] = scores
  return first !== undefined && scores.length > 1 && scores.every((score) => isClose(score, first))
}
