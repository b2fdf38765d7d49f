import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import type { QualityCriteria } from '@/lib/contracts/quality-criteria'

type QualityAssurance = EffectiveConfiguration['quality_assurance']
type Stated = QualityCriteria | undefined

/**
 * What a run is held to: its own criteria, else those of its version. The threshold and each weight come from the first of
 * run, version and configuration that states them; an `accuracy_threshold` alone states the quality threshold too.
 */
export function criteriaInForce(own: Stated, declared: Stated, qualityAssurance: QualityAssurance): QualityCriteria {
  return {
    ...(own ?? declared),
    quality_threshold: thresholdOf(own) ?? thresholdOf(declared) ?? qualityAssurance.quality_threshold,
    scoring_weights: { ...qualityAssurance.scoring_weights, ...declared?.scoring_weights, ...own?.scoring_weights },
  }
}

function thresholdOf(criteria: Stated): number | undefined {
  return criteria?.quality_threshold ?? criteria?.accuracy_threshold
}
