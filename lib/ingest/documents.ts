import { isRecord } from '@/lib/contracts/is-record'
import { toIdentifier } from '@/lib/contracts/printable'
import { asId, asList, asText, parseEmbedded } from './json'

/** A passage found by a retriever, in any framework's format. */
export type RetrievedDocument = {
  id: string | undefined
  title: string | undefined
  text: string
  uri: string | undefined
  /** As reported: frameworks use different scales. */
  score: number | undefined
}

const TEXTS = ['content', 'page_content', 'pageContent', 'text', 'pageText']
const NAMES = ['id', 'document_id', 'doc_id', 'source', 'title']
const TITLES = ['title', 'name', 'heading']
const PLACES = ['uri', 'url', 'source', 'link']
const SCORES = ['score', 'relevance_score', 'relevanceScore', 'similarity']

/** Reads the documents of a list, or of a framework's answer that wraps one; other items are left out. */
export function readDocuments(value: unknown): RetrievedDocument[] {
  return listOf(value).flatMap((item) => readDocument(item))
}

/** Like {@link readDocuments}, but null unless the whole value consists of documents, so that nothing is lost by showing them. */
export function readAllDocuments(value: unknown): RetrievedDocument[] | null {
  if (isRecord(value) && Object.keys(value).length > 1) return null
  const list = listOf(value)
  const documents = readDocuments(value)
  return list.length > 0 && list.every(isRecord) && documents.length === list.length ? documents : null
}

function listOf(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return asList(value)
  return asList(['documents', 'docs', 'results', 'nodes', 'output'].map((key) => value[key]).find(Array.isArray))
}

function readDocument(value: unknown, outer?: Record<string, unknown>): RetrievedDocument[] {
  if (typeof value === 'string')
    return value.trim() === ''
      ? []
      : [{ id: undefined, title: undefined, text: value, uri: undefined, score: undefined }]
  if (!isRecord(value)) return []
  // LlamaIndex wraps { node, score }, LangChain's serialisation { lc, kwargs }.
  const inner = [value.node, value.document, value.kwargs].find(isRecord)
  const text = TEXTS.map((key) => asText(value[key])).find(Boolean)
  if (text === undefined) return inner === undefined ? [] : readDocument(inner, value)
  const about = [value, parseEmbedded(value.metadata), outer].filter(isRecord)
  const firstText = (keys: readonly string[]) =>
    about.flatMap((record) => keys.map((key) => toIdentifier(asId(record[key]), 500))).find(Boolean)
  const score = about.flatMap((record) => SCORES.map((key) => record[key])).find((one) => typeof one === 'number')
  return [{ id: firstText(NAMES), title: firstText(TITLES), text, uri: firstText(PLACES), score }]
}
