import type { RunInput } from '@/lib/contracts/run-input'
import { criteriaInForce } from '@/lib/engine/scoring/criteria-in-force'
import type { Measure } from '@/lib/engine/scoring/scored-run'
import type { ScoringSettings } from './find-settings'
import { durationOf, totalTokens } from './to-rows'

type Settings = Pick<ScoringSettings, 'contract' | 'criteria' | 'configuration'>

/** What a run is measured by: its own word first, then its version's, then the configuration of chain and project. */
export function toMeasure(run: RunInput, { contract, criteria, configuration }: Settings): Measure {
  return {
    contract: run.contract ?? contract,
    criteria: criteriaInForce(run.criteria, criteria, configuration.quality_assurance),
    durationMs: durationOf(run) ?? null,
    tokens: totalTokens(run) ?? null,
    configuration,
  }
}
