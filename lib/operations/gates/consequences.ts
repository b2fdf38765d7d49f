import { type ChainVersionRow, servedIf } from './chain-versions'

export type Consequences = { approve: string; reject: string; timeout: string }

type RunGate = { bestAttempt: { attempt: number } | null; current: { n: number; dots: readonly unknown[] } }

/** What each way out of a gate about a run does. */
export function runConsequences({ bestAttempt, current }: RunGate): Consequences {
  if (current.n > 1) return alikeConsequences(current)
  const accepted = bestAttempt
    ? `Attempt ${bestAttempt.attempt} is accepted with its caveat`
    : 'The result is accepted as it is'
  const runs = current.dots.length > 1 ? 'this run and of the best attempt' : 'this run'
  return {
    approve: `${accepted}. A yes enters the confidence of ${runs}.`,
    reject: `The result stays refused. A no enters the confidence of ${runs}.`,
    timeout: 'this piece of work halts. Nothing is approved, and no confidence changes.',
  }
}

/** Of a gate that stands for runs that failed alike. */
function alikeConsequences({ n, dots }: RunGate['current']): Consequences {
  const runs = dots.length < n ? `the latest ${dots.length} of its ${n} runs` : `its ${dots.length} runs`
  return {
    approve: `The results of these ${n} runs are accepted as they are. A yes enters the confidence of ${runs}.`,
    reject: `The results of these ${n} runs stay refused. A no enters the confidence of ${runs}.`,
    timeout: `these ${n} pieces of work halt. Nothing is approved, and no confidence changes.`,
  }
}

/** What each way out of a gate about a version does, given the versions of its chain. */
export function versionConsequences(
  versions: readonly ChainVersionRow[],
  current: { id: string; version: string },
  runs: number,
): Consequences {
  const { version } = current
  const state = versions.find(({ id }) => id === current.id)?.state
  const becomes = state === 'live' || state === 'superseded' ? 'stays published' : 'goes live'
  const kept = servedIf(versions, current.id, 'live')
  const fallback = servedIf(versions, current.id, 'rolled_back')
  const enters = (word: string) =>
    runs === 0 ? '' : ` A ${word} enters the confidence of ${runs === 1 ? 'its run' : `its ${runs} runs`}.`
  return {
    approve: `${version} ${becomes}${kept === version ? ' and serves' : ''}.${enters('yes')}`,
    reject: `${version} is rolled back; ${fallback ? `${fallback} serves` : 'nothing serves'}. Nothing is deleted.${enters('no')}`,
    timeout: `the chain halts at ${version}; ${fallback ? `${fallback} serves` : 'nothing serves'}. Nothing is approved.`,
  }
}
