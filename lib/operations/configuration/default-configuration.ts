import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import { validationRules } from '@/lib/contracts/vocabulary'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/weights'
import { GAFF_THRESHOLD, GAFF_WEIGHTS } from '@/lib/engine/quality-check/gaff-profile'
import { REGRESSION_THRESHOLD } from '@/lib/engine/regression/detect-regression'
import { TRACE_WEIGHTS } from '@/lib/engine/trace/score-trace'

/** What holds where neither chain nor project says otherwise: the values of the sources. */
export const DEFAULT_CONFIGURATION: EffectiveConfiguration = {
  quality_assurance: {
    enabled: true,
    auto_rerun_on_failure: true,
    quality_threshold: GAFF_THRESHOLD,
    max_rerun_attempts: 2,
    validation_rules: [...validationRules],
    scoring_weights: { ...GAFF_WEIGHTS },
    rerun_strategies: {
      partial: 'Rerun only failed nodes',
      full: 'Rerun entire workflow',
      adaptive: 'Intelligently decide based on failure type',
    },
    default_strategy: 'adaptive',
  },
  stratt_weights: { ...TRACE_WEIGHTS },
  confidence_weights: { ...CONFIDENCE_WEIGHTS },
  quality_gate: { quality_threshold: 3, foundation_min_dependents: 3, requires_tool_calls: {} },
  verification: { max_attempts: 2, compilation_max_attempts: 8 },
  dependents: { threshold: null },
  judge: {
    enabled: true,
    daily_cap_usd: 5,
    input_usd_per_million: 0,
    output_usd_per_million: 0,
    timeout_seconds: 30,
    retries: 2,
    breaker_rejections: 5,
    cool_down_seconds: 300,
  },
  thinking: { max_thoughts: 1000 },
  dead_letters: { max_attempts: 3 },
  profile: 'stratt',
  regression_threshold: REGRESSION_THRESHOLD,
  min_live_runs: 3,
  gate_hours: 24,
  gate_quorum: 1,
}
