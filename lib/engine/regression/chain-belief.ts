import { DROP_BELIEF, type DropBelief, type VersionSample } from '@/lib/engine/regression/drop-odds'
import type { DropPrior } from '@/lib/engine/regression/drop-posterior'
import type { Sample } from '@/lib/engine/stats/sample'

/** Fewer changes, or degrees of freedom, say less than what is assumed of any chain. */
const MIN_CHANGES = 3
const MIN_DEGREES = 10

/** Bounds of what a history may teach, so that a quiet one never makes a real drop unbelievable. */
const TAU = { min: 0.02, max: 0.2 }
const S0 = { min: 0.01, max: 0.3 }

/**
 * What the earlier versions of a chain teach about the next change: tau, the root mean square of the changes of the mean from
 * version to version, within .02 to .20; s0, the pooled standard deviation of their runs, within .01 to .30.
 * @param earlier versions oldest first, without the one judged
 * @param prior the one it is compared with; its own spread is data already and teaches nothing
 */
export function beliefOf(earlier: readonly VersionSample[], prior: VersionSample | null): DropBelief {
  const splits = earlier.flatMap(({ split }) => split ?? [])
  return {
    whole: learn(DROP_BELIEF.whole, earlier, prior),
    rest: learn(
      DROP_BELIEF.rest,
      splits.map(({ rest }) => rest),
      prior?.split?.rest ?? null,
    ),
  }
}

function learn(assumed: DropPrior, earlier: readonly Sample[], prior: Sample | null): DropPrior {
  const changes = earlier.slice(1).map((sample, place) => sample.mean - (earlier[place]?.mean ?? sample.mean))
  const others = earlier.filter((sample) => sample !== prior)
  const degrees = sum(others.map(({ n }) => n - 1))
  const deviation = Math.sqrt(sum(others.map(({ squares }) => squares)) / degrees)
  const change = Math.sqrt(sum(changes.map((value) => value ** 2)) / changes.length)
  return {
    nu0: assumed.nu0,
    tau: changes.length < MIN_CHANGES ? assumed.tau : within(TAU, change),
    s0: degrees < MIN_DEGREES ? assumed.s0 : within(S0, deviation),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const within = ({ min, max }: { min: number; max: number }, value: number) => Math.min(max, Math.max(min, value))
