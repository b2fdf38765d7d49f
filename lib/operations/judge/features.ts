import type { JudgeEndpoint } from './endpoint'
import { type Feature, protocols } from './protocols'

// A per-instance hint that avoids refused calls.
const missing = new Map<string, ReadonlySet<Feature>>()

/** Features to request from this endpoint: all of its protocol except those it refused before. */
export function featuresOf(endpoint: JudgeEndpoint): Set<Feature> {
  const absent = missing.get(keyOf(endpoint))
  return new Set(protocols[endpoint.kind].features.filter((feature) => !absent?.has(feature)))
}

/** Remembers the features of a request that the endpoint answered. */
export function rememberFeatures(endpoint: JudgeEndpoint, features: ReadonlySet<Feature>): void {
  const { features: known } = protocols[endpoint.kind]
  missing.set(keyOf(endpoint), new Set(known.filter((feature) => !features.has(feature))))
}

/** Drops the feature that a refusal names, else the schema; null when none is left to drop. */
export function withoutBlamed(features: ReadonlySet<Feature>, blames: string): Set<Feature> | null {
  const order: readonly Feature[] = ['temperature', 'max_completion_tokens', 'response_format']
  const named = order.find((feature) => features.has(feature) && blames.includes(feature))
  const dropped = named ?? [...features][0]
  if (dropped === undefined) return null
  return new Set([...features].filter((feature) => feature !== dropped))
}

function keyOf({ kind, baseUrl, model }: JudgeEndpoint): string {
  return `${kind} ${baseUrl} ${model}`
}
