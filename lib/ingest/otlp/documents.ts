import { isRecord } from '@/lib/contracts/is-record'
import type { RunBody } from '@/lib/contracts/run-input'
import { asId, asList, asText, parseEmbedded } from '../json'
import type { SpanFacts } from './dialects/dialect'

type Source = NonNullable<RunBody['sources']>[number]

/** `runInput` takes no more, and a text beyond this is no passage that anybody retrieved. */
const MAX_SOURCES = 500
const MAX_TEXT = 200_000
const TEXTS = ['content', 'page_content', 'pageContent', 'text', 'pageText']
const NAMES = ['id', 'document_id', 'doc_id', 'source', 'title']
const PLACES = ['uri', 'url', 'source', 'link']

/** What retrievers found and rerankers kept: the run may rest on it. One text is one source, under the first name it came with. */
export function sourcesOf(spans: readonly { facts: SpanFacts }[]): Source[] {
  const known = new Map<string, Source>()
  const ids = new Set<string>()
  for (const document of spans.flatMap(({ facts }) => documentsOf(facts))) {
    if (known.size === MAX_SOURCES) break
    const { text } = document
    if (known.has(text)) continue
    const id = firstFree(document.id ?? `document ${known.size + 1}`, ids)
    ids.add(id)
    known.set(text, { ...document, id })
  }
  return [...known.values()]
}

type Document = Omit<Source, 'id'> & { id: string | undefined }

function documentsOf({ kind, documents, output }: SpanFacts): Document[] {
  if (documents !== undefined) return listOf(documents).flatMap(readDocument)
  return kind === 'retriever' || kind === 'reranker' ? listOf(output).flatMap(readDocument) : []
}

/** The list itself, or the one that a framework's answer wraps. */
function listOf(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return asList(value)
  return asList(['documents', 'docs', 'results', 'nodes', 'output'].map((key) => value[key]).find(Array.isArray))
}

function readDocument(value: unknown): Document[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ id: undefined, text: value.slice(0, MAX_TEXT) }]
  if (!isRecord(value)) return []
  // LlamaIndex wraps { node, score }, LangChain's serialisation { lc, kwargs }.
  const inner = [value.node, value.document, value.kwargs].find(isRecord)
  const text = TEXTS.map((key) => asText(value[key])).find(Boolean)
  if (text === undefined) return inner === undefined ? [] : readDocument(inner)
  const about = [value, parseEmbedded(value.metadata)].filter(isRecord)
  const told = (keys: readonly string[]) =>
    about.flatMap((record) => keys.map((key) => asId(record[key])?.slice(0, 500))).find(Boolean)
  const uri = told(PLACES)
  return [{ id: told(NAMES), text: text.slice(0, MAX_TEXT), ...(uri !== undefined && { uri }) }]
}

function firstFree(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count++) free = `${id.slice(0, 490)} (${count})`
  return free
}
