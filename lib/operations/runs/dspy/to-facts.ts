import type { DspyExportInput } from '@/lib/contracts/dspy-export'
import { splitOf } from '@/lib/engine/dspy/split-of'
import type { ExampleFacts } from '@/lib/engine/dspy/to-line'
import { atLeast } from '@/lib/engine/tolerance'
import type { ExampleRow } from './select-examples'

type Options = Pick<DspyExportInput, 'minScore' | 'valShare' | 'seed'>

/** What an example says of its run. Runs of one scenario, or attempts at one piece of work, fall on the same side. */
export function toFacts(run: ExampleRow, feedback: string, { minScore, valShare, seed }: Options): ExampleFacts {
  return {
    score: run.score,
    passed: run.status === 'completed' && !run.blocked && atLeast(run.score, minScore),
    feedback,
    decision: run.decision,
    chain: run.chain,
    chain_version: run.version,
    scenario: run.scenario ?? '',
    run_id: run.id,
    split: splitOf(run.scenario ?? run.execution ?? run.clientId, valShare, seed),
  }
}
