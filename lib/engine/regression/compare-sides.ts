import { isClose } from '@/lib/engine/tolerance'

/** Facts about a version's live runs that decide whether they are comparable with another version's. */
export interface ComparedSide {
  version: string
  /** Names of the scenarios run by its scored runs. */
  scenarios: readonly string[]
  profiles: readonly string[]
  /** Weights stamped on the scores, as text. */
  weights: readonly string[]
  /** The judges, if a judgement is part of the score. */
  judges: readonly string[]
  /** The latest scores. */
  scores: readonly number[]
}

interface EngineSide {
  version: string
  /** The versions of the engine that scored its runs. */
  engines: readonly string[]
}

interface SideWarning {
  kind: 'engine' | 'scenarios' | 'profile' | 'weights' | 'judge' | 'copied' | 'sample'
  text: string
}

/** This many runs with equal scores and this many different values are not a coincidence. */
const COPIED = { runs: 3, values: 3 }

/** Returns reasons, as sentences, why a difference may not be due to the versions. */
export function compareSides(prior: ComparedSide, current: ComparedSide): SideWarning[] {
  const differ = (kind: SideWarning['kind'], before: readonly string[], after: readonly string[], verb: string) =>
    isSame(before, after) || before.length * after.length === 0
      ? []
      : [{ kind, text: `${prior.version} was ${verb} ${listed(before)}, ${current.version} ${listed(after)}.` }]
  return [
    ...scenarioWarnings(prior, current),
    ...compareProfiles(prior, current),
    ...differ('weights', prior.weights, current.weights, 'scored with the weights'),
    ...differ('judge', prior.judges, current.judges, 'judged by'),
    ...(looksCopied(prior.scores, current.scores)
      ? [{ kind: 'copied' as const, text: 'Both versions have exactly the same scores, as if one had been copied.' }]
      : []),
    ...[prior, current].filter(({ scores }) => scores.length === 1).map(toSampleWarning),
  ]
}

/** Returns a warning if more than one profile scored two versions: what one calls 0.8 is not what the other does. */
export function compareProfiles(
  prior: Pick<ComparedSide, 'version' | 'profiles'>,
  current: Pick<ComparedSide, 'version' | 'profiles'>,
): SideWarning[] {
  const [before, after] = [prior.profiles, current.profiles]
  const all = [...new Set([...before, ...after])].toSorted()
  if (all.length < 2 || before.length * after.length === 0) return []
  const text = isSame(before, after)
    ? `Both versions have runs scored by ${all.join(' and by ')}: part of the change may come from how many of each there are.`
    : `${prior.version} was scored by the profile ${listed(before)}, ${current.version} by ${listed(after)}: their scores are not on the same scale.`
  return [{ kind: 'profile', text }]
}

/** Returns a warning if different engines scored two versions: the same run may score differently under each. */
export function compareEngines(prior: EngineSide, current: EngineSide): SideWarning[] {
  const [before, after] = [prior.engines, current.engines]
  if (isSame(before, after) || before.length * after.length === 0) return []
  const text = `${prior.version} was scored by engine ${listed(before)}, ${current.version} by engine ${listed(after)}: part of the change may come from the engine.`
  return [{ kind: 'engine', text }]
}

function scenarioWarnings(prior: ComparedSide, current: ComparedSide): SideWarning[] {
  const before = new Set(prior.scenarios)
  const after = new Set(current.scenarios)
  const all = before.union(after).size
  const shared = before.intersection(after).size
  if (all === shared) return []
  const text =
    shared === 0
      ? 'The two versions share no scenario, so the difference may be the work and not the version.'
      : `${shared} of ${all} scenarios ${shared === 1 ? 'was' : 'were'} run by both versions; the others compare different work.`
  return [{ kind: 'scenarios', text }]
}

const toSampleWarning = ({ version }: ComparedSide): SideWarning => ({
  kind: 'sample',
  text: `${version} has a single scored run: how far its scores scatter is assumed, not seen.`,
})

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}

/** Names up to two; for more, the first and the number of others. */
function listed(names: readonly string[]): string {
  const different = [...new Set(names)].toSorted()
  return different.length > 2 ? `${different[0]} and ${different.length - 1} others` : different.join(' and ')
}

function looksCopied(prior: readonly number[], current: readonly number[]): boolean {
  if (prior.length !== current.length || prior.length < COPIED.runs) return false
  const before = prior.toSorted((a, b) => a - b)
  const after = current.toSorted((a, b) => a - b)
  const values = before.filter((score, place) => place === 0 || !isClose(score, before[place - 1] ?? Number.NaN))
  return values.length >= COPIED.values && before.every((score, place) => isClose(score, after[place] ?? Number.NaN))
}
