import { toIdentifier } from '@/lib/contracts/printable'
import { asList, asText, parseEmbedded } from '../json'
import { nestedUnder } from './attributes'
import type { ReadSpan } from './span-facts'

/** Tags of the whole trace, on whichever span they are. */
const OF_TRACE = ['veritas.tags', 'langfuse.trace.tags']
/** Tags of a span, which are the run's on its root: OpenInference, LangSmith, Vercel AI SDK. */
const OF_SPAN = ['tag.tags', 'langsmith.span.tags', 'ai.telemetry.metadata.tags']
/** What frameworks tag for themselves. */
const INTERNAL = /^(?:langsmith:|seq:step:|graph:step:|map:key:)/

/** The maxima of `runInput`. */
const MAX_TAGS = 50
const MAX_LENGTH = 60

/** Returns the tags that the application gave to a trace, root first, each once. */
export function tagsOf(spans: readonly ReadSpan[]): string[] {
  const [root] = spans
  const sent = [
    ...spans.flatMap(({ span }) => OF_TRACE.flatMap((key) => readTags(span.attributes, key))),
    ...OF_SPAN.flatMap((key) => (root ? readTags(root.span.attributes, key) : [])),
  ]
  const tags = sent.flatMap((tag) => toIdentifier(tag.replaceAll(',', ' '), MAX_LENGTH) ?? [])
  return [...new Set(tags)].filter((tag) => !INTERNAL.test(tag)).slice(0, MAX_TAGS)
}

/** Sent as a list, as `key.0`, `key.1`, as the JSON of a list, or as text with commas. */
function readTags(attributes: Readonly<Record<string, unknown>>, key: string): string[] {
  const sent = parseEmbedded(attributes[key] ?? nestedUnder(attributes, key))
  const list = typeof sent === 'string' ? sent.split(',') : asList(sent)
  return list.flatMap((tag) => asText(tag) ?? [])
}
