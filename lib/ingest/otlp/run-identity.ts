import { asId, asText } from '@/lib/ingest/json/fields'
import type { SpanFacts } from './dialects/dialect'
import type { ReadSpan } from './span-facts'

export type RunIdentity = { chain: string; version?: string | undefined }

/**
 * Names the chain and version of a run: the workflow or agent that the root names, else the nearest span below that names
 * one, else the trace's own name, the service (unless the SDK made it up), and last the root span's name.
 * @param spans root first, then level by level
 */
export function identify(spans: readonly ReadSpan[]): RunIdentity {
  const resource = spans[0]?.span.resource ?? {}
  const service = serviceName(resource)
  const named = spans.find(({ facts }) => facts.chain !== undefined)
  const rootName = cleanName(spans[0]?.span.name ?? '')
  const chain = named?.facts.chain ?? firstTold(spans, 'traceName') ?? service ?? rootName
  const version = named?.facts.version ?? asId(resource['service.version']) ?? firstTold(spans, 'version')
  return { chain: clip(chain, 200) ?? 'unnamed', version: clip(version, 100) }
}

/** What the first span to tell this fact says. */
export function firstTold<K extends keyof SpanFacts>(spans: readonly ReadSpan[], fact: K): SpanFacts[K] {
  return spans.find(({ facts }) => facts[fact] !== undefined)?.facts[fact]
}

/** Text cut to what a run allows there; undefined when nothing is left. */
export function clip(text: string | undefined, length: number): string | undefined {
  return asText(text?.trim().slice(0, length).trim())
}

function serviceName(resource: Record<string, unknown>): string | undefined {
  const name = asText(resource['service.name'])
  return name === undefined || /^unknown_service(:|$)/.test(name) ? undefined : name
}

/** `invoke_agent support` and `invocation [support]` are both "support". */
function cleanName(spanName: string): string {
  return (
    /^(?:invoke_agent|invoke_workflow|create_agent|invocation|agent_run)\s+\[?(.+?)\]?$/.exec(spanName)?.[1] ?? spanName
  )
}
