import { isRecord } from '@/lib/contracts/is-record'
import type { RunInput } from '@/lib/contracts/run-input'
import { plainMessage } from '@/lib/engine/json/plain-message'
import { asList, asRecord, asText } from './json'

/** Maximum characters of a run in the search index. */
export const MAX_RUN_TEXT = 100_000
const MAX_NAMES = 2000
/** Maximum of each part, so that a long part leaves room for the others; the steps take what is left. */
const MAX_PART = { errors: 15_000, output: 40_000, request: 25_000 }
/** Text of this length without a space is data, such as an image. */
const DATA_FROM = 2000
const MAX_DEPTH = 60

type Named = Pick<RunInput, 'id' | 'title' | 'chain' | 'version' | 'scenario' | 'execution'>
type Told = Pick<RunInput, 'request' | 'output' | 'error' | 'nodes'>

/**
 * Returns the searchable text of a run: its names on the first line, then errors, output, request and steps, values only, cut to {@link
 * MAX_RUN_TEXT} characters.
 */
export function toRunText(run: Named & Told): string {
  const names = [run.id, run.title, run.chain, run.version, run.scenario, run.execution].filter(Boolean).join(' ')
  const head = names.replaceAll('\n', ' ').slice(0, MAX_NAMES)
  const errors = gather([run.error, run.nodes.map((node) => node.error)], MAX_PART.errors)
  const output = gather(run.output, MAX_PART.output)
  const request = gather(run.request, MAX_PART.request)
  const taken = head.length + errors.length + output.length + request.length
  const steps = gather(
    run.nodes.map(({ name, id, output: said, toolCalls }) => [name ?? id, said, toolCalls]),
    MAX_RUN_TEXT - taken - 4,
  )
  return [head, [errors, output, request, steps].filter(Boolean).join('\n')].join('\n').toWellFormed()
}

/** Maximum characters of the beginning of a request. */
const MAX_START = 160

/**
 * Returns how the request of a run begins, on one line of at most {@link MAX_START} characters: of a conversation the first message of the
 * user, of anything else its texts and numbers, parted by " · ". Null if it has none.
 */
export function toRequestStart(request: unknown): string | null {
  const said = firstOfUser(request) ?? gather(request, 4 * MAX_START, ' · ')
  const line = said
    .slice(0, 4 * MAX_START)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line === ''
    ? null
    : line
        .slice(0, MAX_START)
        .replace(/[\uD800-\uDBFF]$/, '')
        .toWellFormed()
}

const USERS = new Set(['user', 'human'])

/** Returns the first message of a user in a conversation; undefined for anything else. */
function firstOfUser(request: unknown): string | undefined {
  const list = Array.isArray(request)
    ? request
    : ['messages', 'input', 'contents'].map((key) => asRecord(request)[key]).find(Array.isArray)
  const { new_message, newMessage = new_message } = asRecord(request)
  const messages = asList(list ?? [newMessage]).map((item) => plainMessage(asRecord(item)))
  const said = messages.find(({ role, type }) => USERS.has(asText(role ?? type) ?? ''))
  return said && textOf(said.content ?? said.parts ?? said.text)
}

/** The text of a message's content: itself, or that of its parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((part) =>
      typeof part === 'string' ? part : (asText(asRecord(part).text) ?? asText(asRecord(part).content) ?? ''),
    )
    .join(' ')
}

/** Returns the texts and numbers in a value, in order, one a line unless parted otherwise, at most `most` characters without the parting. */
function gather(value: unknown, most: number, parting = '\n'): string {
  const found: string[] = []
  let left = most
  const add = (text: string) => {
    if (text === '' || (text.length >= DATA_FROM && !/\s/.test(text.slice(0, DATA_FROM)))) return
    found.push(text.slice(0, left))
    left -= text.length + 1
  }
  const walk = (item: unknown, depth: number) => {
    if (left <= 0 || depth > MAX_DEPTH) return
    if (typeof item === 'string') add(item)
    else if (typeof item === 'number') add(String(item))
    else if (Array.isArray(item)) for (const one of item) walk(one, depth + 1)
    else if (isRecord(item)) for (const key in item) walk(item[key], depth + 1)
  }
  walk(value, 0)
  return found.join(parting)
}
