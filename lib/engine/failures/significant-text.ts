const MAX_CHARACTERS = 4000
const KEPT_AT_END = 1000

const frame =
  /^(?:at\s+\S.*|\.{3} \d+ (?:more|common frames omitted)|from \S+:\d+:in .*|File "[^"]*", line \d+.*|Require stack:|- \/\S+|(?:LINE \d+|DETAIL|HINT):.*|\[stack\]:?|-{3,}|[\^~]+)$/
/** Under the place in the line of code above it. */
const caret = /^~*\^[~^]*$/
/** Where only a trace follows: of Go, or the properties that Node prints behind the last frame. */
const onlyTrace = /^(?:goroutine \d+ \[.*|at\s+\S.*\{)$/
const thread = /^Exception in thread "[^"\n]*" /
const cause = /^\s*(?:\[?cause\]?|caused by|root cause)\s*:\s*/i
const traceback = 'Traceback (most recent call last)'
/** How AutoGen begins the answer of a failed execution: behind the error follows what the program printed. */
const execution = /^exitcode: \d+ \(execution failed\)\s+Code output:/
const raisedLine = /^[A-Za-z_][\w.]*(?:: \S.*)?$/
const pythonLink = /^(?:During handling of the above exception|The above exception was the direct cause)/

/** Members of a structured error: first its kind, then its message. */
const kindMembers = ['status', 'statusCode', 'status_code', 'http_status', 'type', 'code', 'name', 'errorCode']
const messageMembers = [
  'message',
  'msg',
  'error_message',
  'errorMessage',
  'detail',
  'details',
  'error_description',
  'reason',
]
const nestedMembers = ['error', 'errors', 'err', 'cause', 'data', 'response', 'body']
const MAX_NESTING = 5

/** `'message': '…'` in text that is not JSON: a Python dict, or truncated JSON. */
const writtenMember =
  /['"](message|msg|detail|type|code|status)['"]\s*:\s*(?:'((?:[^'\\\n]|\\.)*)'?|"((?:[^"\\]|\\.)*)"?|(\d{1,5}))/g

/**
 * Returns the significant part of a message on one line: kind and message of JSON, with any prefix before it; the last cause of a stack
 * trace; otherwise the whole message. Of a longer message only the first 3,000 and the last 1,000 characters are read.
 */
export function significantText(message: string): string {
  const text =
    message.length > MAX_CHARACTERS ? `${message.slice(0, MAX_CHARACTERS - KEPT_AT_END)}\n${endOf(message)}` : message
  return lastCause(readStructured(lastCause(text.trim())))
    .replace(thread, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the end of a message from the beginning of a line: the rest of a cut line would read as the line that names the error. */
function endOf(message: string): string {
  const end = message.slice(-KEPT_AT_END)
  const isWhole = message.at(-KEPT_AT_END - 1) === '\n'
  const lines = isWhole ? end : end.slice(end.indexOf('\n') + 1)
  return lines.trim() === '' ? end : lines
}

/** Replaces the JSON or dict in a text by its kind and message, after any prefix; returns the text unchanged if it contains neither. */
function readStructured(text: string): string {
  const start = text.search(/(?<!\w)[{[]\s*(?:['"{]|$)/)
  if (start < 0) return text
  const found = readJson(text.slice(start)) ?? readMembers(text.slice(start))
  if (found === null) return text
  const before = text.slice(0, start).trim()
  return before === '' ? found : `${before} ${found}`
}

function readJson(text: string): string | null {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  try {
    return messageOf(JSON.parse(text.slice(0, end + 1)), 0)
  } catch {
    return null
  }
}

/** Returns kind and message of a parsed error, or null if it has no message. */
function messageOf(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (Array.isArray(value)) return messageOf(value[0], depth + 1)
  if (typeof value !== 'object' || value === null || depth > MAX_NESTING) return null
  const members = value as Record<string, unknown>
  const inner = firstMessage(members, messageMembers, depth) ?? firstMessage(members, nestedMembers, depth)
  if (inner === null) return null
  const kinds = kindMembers.flatMap((name) => kindOf(name, members[name])).filter((kind) => !inner.includes(kind))
  return [...new Set(kinds), inner].join(' ')
}

function firstMessage(members: Record<string, unknown>, names: readonly string[], depth: number): string | null {
  for (const name of names) {
    const found = messageOf(members[name], depth + 1)
    if (found !== null) return found
  }
  return null
}

function kindOf(name: string, value: unknown): string[] {
  if (typeof value === 'number' && Number.isInteger(value)) return [`${name === 'code' ? 'code' : 'status'} ${value}`]
  return typeof value === 'string' && /^[A-Za-z][\w.-]{1,60}$/.test(value) && !/\d{3}/.test(value) ? [value] : []
}

function readMembers(text: string): string | null {
  const found = new Map<string, string>()
  for (const [, name = '', single, double, number] of text.matchAll(writtenMember)) {
    const value = single ?? double ?? number
    if (value !== undefined && value !== '' && !found.has(name)) found.set(name, value)
  }
  const words = found.get('message') ?? found.get('msg') ?? found.get('detail')
  if (words === undefined) return null
  const kinds = ['type', 'code'].flatMap((name) => kindOf(name, found.get(name)))
  return [...new Set(kinds), words.replace(/\\n/g, '\n')].join(' ')
}

/** Returns the last cause that a stack trace names, without frames; a text without a trace is returned as is. */
function lastCause(text: string): string {
  if (!text.includes('\n')) return text
  const raisedInside = execution.test(text) ? raisedByProgram(text) : null
  if (raisedInside !== null) return raisedInside
  const trace = text.lastIndexOf(traceback)
  const lines = (trace < 0 ? text : text.slice(trace)).split('\n')
  if (trace >= 0) {
    const raised = lines.findIndex((line, index) => index > 0 && /^\S/.test(line) && !line.startsWith('File "'))
    if (raised > 0) return withoutFrames(lines.slice(raised).filter((line) => !pythonLink.test(line)))
  }
  const caused = lines.findLastIndex((line) => cause.test(line))
  if (caused < 0) return withoutFrames(lines)
  const found = withoutFrames(lines.slice(caused).map((line) => line.replace(cause, '')))
  return found === '' ? withoutFrames(lines) : found
}

/** Returns the exception of a Python program without what it printed; null if its output shows none. */
function raisedByProgram(text: string): string | null {
  const lines = text.split('\n')
  const file = lines.findLastIndex((line) => /(?:^|Code output:)\s+File "[^"]*", line \d+/.test(line))
  const raised = lines.findIndex((line, at) => at > file && raisedLine.test(line))
  if (file < 0 || raised < 0) return null
  const end = lines.findIndex((line, at) => at > raised && !/^\s+\S/.test(line))
  return lines.slice(raised, end < 0 ? undefined : end).join('\n')
}

function withoutFrames(lines: readonly string[]): string {
  const all = lines.map((line) => line.trim())
  const end = all.findIndex((line) => onlyTrace.test(line))
  const trimmed = end > 0 ? all.slice(0, end) : all
  const words = trimmed.filter((line, at) => !frame.test(line) && !caret.test(trimmed[at + 1] ?? ''))
  return (words.some((line) => line !== '') ? words : trimmed).join('\n')
}
