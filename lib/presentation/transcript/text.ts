import type { IssueView } from '@/lib/contracts/run-detail'
import { formatPlural } from '../format/number'
import { startOf } from '../format/text'
import type { Part } from './parts'
import type { Step } from './step'

const texts = new WeakMap<Step['parts'], string>()

/** Returns the whole text of a step, for search and for locating marked passages. */
export function stepText(step: Pick<Step, 'parts' | 'error'>): string {
  const known = texts.get(step.parts)
  if (known !== undefined) return known
  const text = [...step.parts.map(partText), step.error?.message ?? ''].filter(Boolean).join('\n')
  texts.set(step.parts, text)
  return text
}

/** Returns the text of a part. */
export function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'json':
      return valueText(part.value)
    case 'documents':
      return part.documents.map(({ id, title, text }) => [title ?? id, text].filter(Boolean).join('\n')).join('\n\n')
    case 'call':
      return [part.name, part.arguments, part.result, part.error].map(valueText).filter(Boolean).join('\n')
    case 'file':
      return part.name
    case 'image':
      return ''
  }
}

function valueText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

/** Counts the matches in each step, ignoring case; steps without one are left out. */
export function findInSteps(steps: readonly Step[], query: string): { place: number; count: number }[] {
  const wanted = toSearched(query.trim())
  if (wanted === '') return []
  return steps.flatMap((step, place) => {
    const count = step.repeats === null ? countOf(lowered(step), wanted) : 0
    return count > 0 ? [{ place, count }] : []
  })
}

const lower = new WeakMap<Step['parts'], string>()

function lowered(step: Step): string {
  const known = lower.get(step.parts)
  if (known !== undefined) return known
  const given = step.given.flatMap(({ parts }) => parts.map(partText)).join('\n')
  const text = toSearched(`${step.name}\n${given}\n${stepText(step)}`)
  lower.set(step.parts, text)
  return text
}

function countOf(text: string, wanted: string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) count++
  return count
}

/**
 * Finds where a text contains the query, ignoring case, in the order of the text and without overlaps.
 * @returns start and end of each match in the text as given, in UTF-16 units; at most `max`
 */
export function findMatches(text: string, query: string, max: number): { start: number; end: number }[] {
  const [searched, wanted] = [toSearched(text), toSearched(query.trim())]
  const found: { start: number; end: number }[] = []
  if (wanted === '') return found
  for (
    let at = searched.indexOf(wanted);
    at >= 0 && found.length < max;
    at = searched.indexOf(wanted, at + wanted.length)
  )
    found.push({ start: at, end: at + wanted.length })
  return found
}

/** Lower case of the same length: only İ would become longer and move every place after it. */
function toSearched(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

const BRIEF_MAX = 120
const INNER_MAX = 60

/** Summarises a value in one line: the fields of a record, the number of items in a list, the beginning of a text. */
export function briefly(value: unknown, max = BRIEF_MAX): string {
  if (value === undefined) return ''
  return cut(lineOf(value).replace(/\s+/g, ' ').trim(), max)
}

const cut = (text: string, max: number) => (text.length > max ? `${startOf(text, max).trimEnd()}…` : text)

function lineOf(value: unknown): string {
  if (typeof value === 'string') return startOf(value, 2 * BRIEF_MAX)
  if (Array.isArray(value)) return value.length === 1 ? lineOf(value[0]) : formatPlural(value.length, 'item')
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).slice(0, 6)
  return entries.map(([key, inner]) => `${key}: ${innerOf(inner)}`).join(', ')
}

function innerOf(value: unknown): string {
  if (Array.isArray(value)) return formatPlural(value.length, 'item')
  if (typeof value === 'object' && value !== null) return '{…}'
  return cut(String(value), INNER_MAX)
}

/** Findings on the output quote it: “quoted text”: evidence against it. */
const QUOTING = /^“([\s\S]+?)”: ([\s\S]*)$/

/**
 * Returns the passage of the answer that a finding of the run's own sources is about, where it stands if it is a field of several, `legs[0].fare`,
 * and what speaks against it; null for others.
 */
export function readFinding({ stage, field, message }: Pick<IssueView, 'stage' | 'field' | 'message'>) {
  const [, quote, evidence] = stage === 'sources' ? (QUOTING.exec(message) ?? []) : []
  return quote === undefined || evidence === undefined ? null : { quote, place: placeOf(field, quote), evidence }
}

/** A single value says little without the name of its field; several words are found without it. */
function placeOf(field: string, quote: string): string {
  const path = field.replace(/^output\.?/, '')
  return /\s/.test(quote) || wholeAnswer.test(path) ? '' : path
}

/** Fields whose text is the answer itself. */
const wholeAnswer = /^(?:answer|output|text|result)?$/

/** A passage in quotation marks, with its place if it has one: “171” in legs[0].fare. */
export const passageOf = ({ quote, place }: { quote: string; place: string }) =>
  place === '' ? inQuotes(quote) : `${inQuotes(quote)} in ${place}`

/** Puts a passage in quotation marks, in place of those that it has. */
export const inQuotes = (passage: string) => `“${passage.replace(/^["“”„«]|["“”»]$/g, '')}”`

/** What an issue says, without the id of its rule where that only repeats the field: "range:total: total is 5". */
export function messageOf({ field, message }: Pick<IssueView, 'field' | 'message'>): string {
  const id = ['range', 'reference'].map((rule) => `${rule}:${field}: `).find((start) => message.startsWith(start))
  return id === undefined ? message : message.slice(id.length)
}
