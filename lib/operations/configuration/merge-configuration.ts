import { type Configuration, type EffectiveConfiguration, effectiveConfiguration } from '@/lib/contracts/configuration'
import { isRecord } from '@/lib/contracts/is-record'

type Json = Record<string, unknown>

/** `base` with the values of each level over it, later levels last; objects are merged key by key, lists replaced. */
export function mergeConfiguration(
  base: EffectiveConfiguration,
  ...levels: readonly Configuration[]
): EffectiveConfiguration {
  return effectiveConfiguration.parse(levels.reduce<Json>((merged, level) => overlay(merged, level), base))
}

function overlay(base: Json, level: Json): Json {
  const merged = { ...base }
  for (const [key, value] of Object.entries(level)) {
    if (value === undefined) continue
    const below = merged[key]
    merged[key] = isRecord(value) && isRecord(below) ? overlay(below, value) : value
  }
  return merged
}

/** Attempts at one piece of work: the first and its reruns; one where nothing is rerun by itself. */
export function maxAttemptsOf({ quality_assurance }: EffectiveConfiguration): number {
  return quality_assurance.auto_rerun_on_failure ? quality_assurance.max_rerun_attempts + 1 : 1
}
