/** A run to be made: of which kind, on which scenario. */
export interface PlannedTrial<T> {
  kind: 'live' | 'dry_run'
  scenario: T
}

interface Plan {
  kind: PlannedTrial<unknown>['kind']
  count: number
  /** How many of this kind there were before: the turn goes on from there. */
  from: number
}

/** `count` trials over the scenarios in turn, so that each is run as often as the others, give or take one. Empty without scenarios. */
export function planTrials<T>(scenarios: readonly T[], { kind, count, from }: Plan): PlannedTrial<T>[] {
  if (scenarios.length === 0) return []
  return Array.from({ length: count }, (_, place) => scenarios[(from + place) % scenarios.length]).flatMap(
    (scenario) => (scenario === undefined ? [] : [{ kind, scenario }]),
  )
}
