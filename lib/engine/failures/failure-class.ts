import type { FailureClass } from '@/lib/contracts/primitives'

/** How a dependent regards a failed task; decides the share of dependencies that must have completed. */
export type FailureMode = 'timeout' | 'rate-limit' | 'error' | 'quality' | 'hollow' | 'cascade'

/** What a class means for recovery: whether a retry alone can help, and the error type shown. */
interface FailureProfile {
  retryable: boolean
  errorType: 'timeout' | '429' | '402' | 'error'
  failureMode: FailureMode
}

const permanent = { retryable: false, errorType: 'error', failureMode: 'error' } as const

/** Retryability, error type and failure mode of the ten failure classes. */
export const FAILURE_PROFILES: Readonly<Record<FailureClass, FailureProfile>> = {
  timeout: { retryable: true, errorType: 'timeout', failureMode: 'timeout' },
  rate_limited: { retryable: true, errorType: '429', failureMode: 'rate-limit' },
  provider_transient: { retryable: true, errorType: 'error', failureMode: 'error' },
  provider_spend_limit: { retryable: false, errorType: '402', failureMode: 'rate-limit' },
  provider_auth: permanent,
  policy_blocked: permanent,
  invalid_tool_args: permanent,
  missing_target_path: permanent,
  permission_required: permanent,
  unknown: permanent,
}

/** Evidence for a class: the matched text and the kind of rule that matched it. */
export interface FailureEvidence {
  failureClass: FailureClass
  matched: string
  source: 'tool_calls' | 'error_code' | 'http_status' | 'text_code' | 'text_status' | 'phrase' | 'program_error'
}

/** Precedence of classes within one kind of evidence. A 5xx answer ranks above time-outs, a lost connection below them. */
export const CLASS_PRECEDENCE: readonly FailureClass[] = [
  'provider_spend_limit',
  'provider_auth',
  'policy_blocked',
  'rate_limited',
  'invalid_tool_args',
  'missing_target_path',
  'permission_required',
  'timeout',
  'provider_transient',
  'unknown',
]

/** Nouns after a phrase that make it a mention rather than an error: "rate limit handler", "session expired banner". */
const mentionedNouns =
  'handling|handlers?|tests?|specs?|reports?|logic|code|checks?|pages?|modules?|docs?|documentation|middleware|config(?:uration)?|' +
  'settings?|options?|parameters?|fields?|columns?|constants?|variables?|functions?|class(?:es)?|features?|support|' +
  'strings?|text|wording|branch(?:es)?|paths?|flows?|screens?|banners?|toasts?|dialogs?|labels?|headers?|counters?|values?|' +
  'defaults?|enums?|routes?|endpoints?|components?|hooks?|section|bugs?|tickets?|issues?'

/** Predicates of a mentioned error: "is never enforced", "is rendered", "has no test". */
const mentionPredicates =
  'rendered|shown|displayed|printed|logged|handled|caught|raised|thrown|generated|enforced|implemented|tested|covered|' +
  'documented|described|mentioned|missing|defined|configured|supported|ignored|swallowed|hard-?coded|duplicated|unused|' +
  'untested|used|imported|exported|checked|computed|stored|mapped|wrong|dead code|a |an |the |\\d'

const after = new RegExp(
  `^['"’”\`)\\]]*\\s*(?:(?:errors?|exceptions?|messages?|responses?|cases?|conditions?)\\s+)?` +
    `(?:(?:${mentionedNouns})\\b|(?:is|are|was|were|gets?|being|be)\\s+(?:(?:never|not|now|always|only|also|already|still|correctly)\\s+)*` +
    `(?:${mentionPredicates})|(?:lacks?|has no|have no|should|appears?|never|needs?)\\b)`,
  'i',
)

const before =
  /(?:\b(?:how|how to \w+|handl(?:es?|ed|ing)|handling of|implement(?:s|ed|ing)?|tests?|testing|document(?:s|ed|ing)?|fix(?:es|ed|ing)?|add(?:s|ed|ing)?|simulat(?:es?|ed|ing)|mock(?:s|ed|ing)?|explain(?:s|ed|ing)?|describ(?:es?|ed|ing)|discuss(?:es|ed|ing)?|mention(?:s|ed|ing)?|renders?|displays?|detects?|about|called|named|titled|constant|variable|without|avoid(?:s|ed|ing)?|prevent(?:s|ed|ing)?|if|unless|whether|no|not|never)\s+(?:(?:an?|the|any|for|all|each|such|of)\s+){0,2}['"“‘`]?)$/i

const documents =
  'tickets?|issues?|bug reports?|readme|changelog|files?|documents?|docs?|pages?|customers?|users?|comments?|e-?mails?|' +
  'articles?|transcripts?|paragraphs?|lines?|sections?|chapters?|[\\w-]{1,60}\\.(?:md|txt|rst|html|docx?|pdf|csv|log)'
/** A document cited before the phrase: "the ticket says: ...", "quoted from the file: ...", "README.md mentions ...". */
const cited = [
  new RegExp(
    `\\b(?:${documents})\\b[^\\n"“]{0,40}\\b(?:says?|said|reads?|quotes?|quoted|contains?|states?|asks?|complain(?:s|ed)|report(?:s|ed)|describes?|writes?|wrote|includes?)\\b[^\\n".“]{0,25}["“‘'\`][^\\n"”]{0,60}$`,
    'i',
  ),
  new RegExp(`\\b(?:${documents})\\b[^\\n"“]{0,40}\\b(?:mentions?|mentioned|quot(?:es?|ed|ing))\\b[^\\n.]{0,60}$`, 'i'),
  new RegExp(
    `\\b(?:quot(?:es?|ed|ing)|copied|cited|excerpt|summary|title|subject|text|description) (?:from|of) (?:(?:the|an?|this) )?(?:${documents})\\b[^\\n]{0,60}$`,
    'i',
  ),
]

const sourceReference = /(?:\bin\s+|\()[\w./-]+\.(?:py|tsx?|jsx?|mjs|go|rs|java|kt|rb|php|cs|cpp|swift|md)(?::\d+)?\b/
const reportsError = /^\W{0,9}(?:[\w.-]*(?:error|exception)\b|fatal\b|failed\b|[\w./-]+:\s)/i

/**
 * Whether the text between `start` and `end` is mentioned rather than reported: "authentication error handling is missing", "the text X is
 * rendered", "add a test for rate limit exceeded", "the ticket says 'rate limit exceeded'".
 */
export function isMention(text: string, start: number, end: number): boolean {
  if (after.test(text.slice(end, end + 80)) || before.test(text.slice(Math.max(0, start - 60), start))) return true
  const lead = text.slice(Math.max(0, start - 160), start)
  return cited.some((citation) => citation.test(lead))
}

/** Whether the line around `start` discusses source code, as in a review, instead of reporting an error. */
export function isAboutCode(text: string, start: number): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(lineStart, lineEnd < 0 ? lineStart + 500 : Math.min(lineEnd, lineStart + 500))
  return sourceReference.test(line) && !reportsError.test(line)
}
