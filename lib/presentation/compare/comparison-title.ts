import type { RunDetail } from '@/lib/contracts/run-detail'

type Side = Pick<RunDetail['run'], 'execution' | 'attempt' | 'chain' | 'scenario' | 'version'>

/** Names what two runs have in common. */
export function comparisonTitle(a: Side, b: Side): string {
  if (a.execution !== null && a.execution === b.execution && a.chain === b.chain)
    return `Attempt ${a.attempt} and attempt ${b.attempt} of ${a.execution}`
  if (a.scenario !== null && a.scenario === b.scenario)
    return `Scenario ${a.scenario}${a.version === b.version ? ', twice' : `: ${a.version} and ${b.version}`}`
  return 'Two runs'
}
