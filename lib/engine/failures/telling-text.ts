const MAX_CHARACTERS = 4000
const KEPT_AT_END = 1000

const frame =
  /^(?:at\s+\S.*|\.{3} \d+ (?:more|common frames omitted)|File "[^"]*", line \d+.*|goroutine \d+ \[.*|\[stack\]:?|-{3,}|\^+)$/
const cause = /^\s*(?:\[?cause\]?|caused by|root cause)\s*:\s*/i
const traceback = 'Traceback (most recent call last)'
const pythonLink = /^(?:During handling of the above exception|The above exception was the direct cause)/

/** What a structured error says first: the kind of fault, then the words. */
const kindMembers = ['status', 'statusCode', 'status_code', 'http_status', 'type', 'code', 'name', 'errorCode']
const wordMembers = [
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

/** `'message': '…'` where the text is no JSON: a Python dict, or JSON that was cut off. */
const writtenMember =
  /['"](message|msg|detail|type|code|status)['"]\s*:\s*(?:'((?:[^'\\\n]|\\.)*)'?|"((?:[^"\\]|\\.)*)"?|(\d{1,5}))/g

/**
 * What of a message tells which failure it is, on one line: of JSON, also behind a prefix, its kind and message; of a stack trace
 * its last cause; else all of it. Only the first 3,000 and the last 1,000 characters of a longer message are read.
 */
export function tellingText(message: string): string {
  const text =
    message.length > MAX_CHARACTERS
      ? `${message.slice(0, MAX_CHARACTERS - KEPT_AT_END)}\n${message.slice(-KEPT_AT_END)}`
      : message
  return lastCause(readStructured(text.trim())).replace(/\s+/g, ' ').trim()
}

/** The words of the JSON or the dict in a text, behind what stands before it; the text itself where there is none. */
function readStructured(text: string): string {
  const start = text.search(/[{[]\s*(?:['"{]|$)/)
  if (start < 0) return text
  const told = toldByJson(text.slice(start)) ?? toldByMembers(text.slice(start))
  if (told === null) return text
  const before = text.slice(0, start).trim()
  return before === '' ? told : `${before} ${told}`
}

function toldByJson(text: string): string | null {
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  try {
    return toldBy(JSON.parse(text.slice(0, end + 1)), 0)
  } catch {
    return null
  }
}

/** Kind and words of a parsed error; null where it has no words. */
function toldBy(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (Array.isArray(value)) return toldBy(value[0], depth + 1)
  if (typeof value !== 'object' || value === null || depth > MAX_NESTING) return null
  const members = value as Record<string, unknown>
  const inner = firstTold(members, wordMembers, depth) ?? firstTold(members, nestedMembers, depth)
  if (inner === null) return null
  const kinds = kindMembers.flatMap((name) => kindOf(name, members[name])).filter((kind) => !inner.includes(kind))
  return [...new Set(kinds), inner].join(' ')
}

function firstTold(members: Record<string, unknown>, names: readonly string[], depth: number): string | null {
  for (const name of names) {
    const told = toldBy(members[name], depth + 1)
    if (told !== null) return told
  }
  return null
}

function kindOf(name: string, value: unknown): string[] {
  if (typeof value === 'number' && Number.isInteger(value)) return [`${name === 'code' ? 'code' : 'status'} ${value}`]
  return typeof value === 'string' && /^[A-Za-z][\w.-]{1,60}$/.test(value) && !/\d{3}/.test(value) ? [value] : []
}

function toldByMembers(text: string): string | null {
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

/** The last cause that a stack trace names, without its frames; a text without a trace as it is. */
function lastCause(text: string): string {
  if (!text.includes('\n')) return text
  const trace = text.lastIndexOf(traceback)
  const lines = (trace < 0 ? text : text.slice(trace)).split('\n')
  if (trace >= 0) {
    const raised = lines.findIndex((line, index) => index > 0 && /^\S/.test(line) && !line.startsWith('File "'))
    if (raised > 0) return withoutFrames(lines.slice(raised).filter((line) => !pythonLink.test(line)))
  }
  const caused = lines.findLastIndex((line) => cause.test(line))
  if (caused < 0) return withoutFrames(lines)
  const told = withoutFrames(lines.slice(caused).map((line) => line.replace(cause, '')))
  return told === '' ? withoutFrames(lines) : told
}

function withoutFrames(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.trim())
  const words = trimmed.filter((line) => !frame.test(line))
  return (words.some((line) => line !== '') ? words : trimmed).join('\n')
}
