import type { FailureClass } from '@/lib/contracts/primitives'
import type { FailureEvidence } from '@/lib/engine/failures/evidence'
import { isMention } from '@/lib/engine/failures/mention'

const reasonPhrases =
  'Unauthorized|Payment Required|Forbidden|Proxy Authentication Required|Request Timeout|Too Many Requests|' +
  'Internal Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|Bad Request|Not Found|' +
  'Unprocessable|Overloaded|Client Error|Server Error'
const afterError = '(?=\\s*(?:$|(?:while|after|during|when)\\b|[{\\[(:;,.\\-–—·|"\']|\\w+_error\\b))'

/** The ways in which a message states an HTTP status; a number on its own is never one. */
const statements = [
  /\bHTTP(?:\/\d(?:\.\d)?)?\s*(?:status|error|code|response)?(?:\s+code)?\s*[:=(-]?\s*(\d{3})(?!\d|\w)/gi,
  /\b(?:status|statusCode|status[_ ]code|error[_ ]code|response[_ ]code|http[_ ]code|code)\b["']?\s*(?:[:=]|\bis\b)?\s*["']?(\d{3})(?![\d\w]|\.\d|\s*(?:files?|rows?|items?|lines?)\b)/gi,
  new RegExp(`(?<![\\d.])\\b(\\d{3})\\s+(?:${reasonPhrases})\\b`, 'gi'),
  new RegExp(`(?:\\b|_)error\\b["']?\\s*:?\\s*(\\d{3})\\b${afterError}`, 'gi'),
  /\b(?:rejected|failed|refused|denied|error|response|returned)\s*\((\d{3})\)/gi,
  /\b(?:returned|responded with|answered with|replied with|received|got)\s+(?:an?\s+)?(?:http\s+|error:?\s+|status\s+)(\d{3})\b/gi,
  /\b(?:returned|received|got)\s+(?:an?\s+)?(\d{3})\s+(?:from|by)\s+(?:the\s+)?(?:\w+\s+)?(?:provider|server|api|upstream|endpoint|gateway|service)\b/gi,
]

/** The class that an HTTP status decides by itself; null where the status alone says too little. */
export function classOfStatus(status: number): FailureClass | null {
  if (status === 402) return 'provider_spend_limit'
  if (status === 401 || status === 403 || status === 407) return 'provider_auth'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status >= 500 && status <= 599 ? 'provider_transient' : null
}

/** Every HTTP status that the text states, as evidence. */
export function statusesIn(text: string): FailureEvidence[] {
  return statements.flatMap((statement) =>
    [...text.matchAll(statement)].flatMap((match) => {
      const failureClass = classOfStatus(Number(match[1]))
      if (!failureClass || isMention(text, match.index, match.index + match[0].length)) return []
      return [{ failureClass, matched: match[0], source: 'text_status' as const }]
    }),
  )
}
