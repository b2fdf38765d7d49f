import type { GateDetail } from '@/lib/contracts/gates'
import { formatPlural } from '../format/number'

const versionStates: Readonly<Record<string, string>> = {
  live: 'stays published',
  rolled_back: 'was rolled back',
  halted: 'was halted',
}

/**
 * What the decision of a closed gate did: to its version or result, and to the runs it was decided on. Of one that was taken back, in the
 * past tense.
 */
export function effectText(
  { state, version, runId, undone }: Pick<GateDetail['gate'], 'state' | 'version' | 'runId' | 'undone'>,
  effect: GateDetail['effect'],
): string {
  const { versionState = null, servedVersion = null, runs = [] } = effect ?? {}
  const who = servedVersion === null ? 'nothing' : servedVersion === version ? 'it' : servedVersion
  const stays = undone && versionState === 'live' ? 'stayed published' : versionState && versionStates[versionState]
  const ofVersion =
    versionState &&
    `${version} ${stays ?? `${undone ? 'was' : 'is'} ${versionState}`}; ${who} ${undone ? 'served' : 'serves'}.`
  const kept = runs.filter(({ skipped }) => skipped !== null).length
  const counted = runs.length - kept
  const sentences = [
    ofVersion,
    state === 'timed_out' && 'Nothing was approved, and no confidence changed.',
    state === 'approved' && runId !== null && 'The result was accepted.',
    state === 'rejected' && runId !== null && 'The result was refused.',
    counted > 0 && `${formatPlural(counted, 'run was', 'runs were')} counted as ${state} by a person.`,
    kept > 0 && `${formatPlural(kept, 'run kept its own review', 'runs kept their own reviews')}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
