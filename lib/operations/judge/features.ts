import type { JudgeEndpoint } from './endpoint'
import { type Feature, protocols } from './protocols'

// A hint that saves a refused call; each instance learns it anew.
const missing = new Map<string, ReadonlySet<Feature>>()

/** What to ask this endpoint for, by what it refused before. */
export function featuresOf(endpoint: JudgeEndpoint): Set<Feature> {
  const absent = missing.get(keyOf(endpoint))
  return new Set(protocols[endpoint.kind].features.filter((feature) => !absent?.has(feature)))
}

/** Keeps in mind what an endpoint took, after a request that it answered. */
export function rememberFeatures(endpoint: JudgeEndpoint, features: ReadonlySet<Feature>): void {
  const { features: known } = protocols[endpoint.kind]
  missing.set(keyOf(endpoint), new Set(known.filter((feature) => !features.has(feature))))
}

/** The features without the one that a refusal blames, else without the schema; null when there is nothing left to drop. */
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
