import type { RunBody } from '@/lib/contracts/run-input'
import { type RetrievedDocument, readDocuments } from '../documents'
import type { SpanFacts } from './dialects/dialect'

type Source = NonNullable<RunBody['sources']>[number]

/** The maximum of `runInput`; a longer text is no retrieved passage. */
const MAX_SOURCES = 500
const MAX_TEXT = 200_000

/** Returns the documents found by retrievers and kept by rerankers. Equal texts are one source, under the first id. */
export function sourcesOf(spans: readonly { facts: SpanFacts }[]): Source[] {
  const known = new Map<string, Source>()
  const ids = new Set<string>()
  for (const document of spans.flatMap(({ facts }) => documentsOf(facts))) {
    if (known.size === MAX_SOURCES) break
    const text = document.text.slice(0, MAX_TEXT)
    if (known.has(text)) continue
    const id = firstFree(document.id ?? `document ${known.size + 1}`, ids)
    ids.add(id)
    known.set(text, { id, text, ...(document.uri !== undefined && { uri: document.uri }) })
  }
  return [...known.values()]
}

function documentsOf({ kind, documents, output }: SpanFacts): RetrievedDocument[] {
  if (documents !== undefined) return readDocuments(documents)
  return kind === 'retriever' || kind === 'reranker' ? readDocuments(output) : []
}

function firstFree(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count++) free = `${id.slice(0, 490)} (${count})`
  return free
}
