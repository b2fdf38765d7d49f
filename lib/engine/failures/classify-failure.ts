import type { OutputOf } from '@/lib/contracts/contract'
import type { ClassifyFailure as Contract } from '@/lib/contracts/quality/failures'
import { classOfCode, classOfStatus, codesIn, statusesIn } from './error-codes'
import { CLASS_PRECEDENCE, FAILURE_PROFILES, type FailureEvidence } from './failure-class'
import { localPhrasesIn } from './local-phrases'
import { phrasesIn } from './phrases'

const readableCharacters = 4000
const programError =
  /^(?:[\w.]+\.)?(?:(?:Key|Attribute|Name|ModuleNotFound|Import|Index|ZeroDivision|Assertion|Syntax|Indentation|UnboundLocal|Recursion|NotImplemented|Reference|Range)Error\b(?!.*\bJSON\b)|TypeError: (?:Cannot read|.{0,80}\bis not (?:a function|iterable|subscriptable|callable)|'\w+' object|unsupported operand))/m

export interface ClassifyFailureInput {
  message: string
  /** Number of tool calls; -1 is the time-out sentinel. */
  toolCalls?: number | null | undefined
  httpStatus?: number | null | undefined
  /** Code or exception name as reported by the client; an HTTP status given here, as text or number, is read as a status. */
  errorCode?: string | number | null | undefined
}

type FailureClassification = OutputOf<Contract>

const certainty: Record<FailureEvidence['source'], number> = {
  tool_calls: 1,
  error_code: 0.98,
  http_status: 0.97,
  text_code: 0.95,
  text_status: 0.93,
  phrase: 0.8,
  program_error: 0.7,
}

/**
 * Classifies a failure by ordered rules: the -1 sentinel, reported codes and statuses (the status first where the code is a time-out),
 * codes and statuses in the text, program errors, then phrases. Within one kind of evidence: spend, auth, policy, rate, 5xx, ..., time-out, connection.
 */
export function classifyFailure(input: ClassifyFailureInput): FailureClassification {
  const evidence = evidenceOf(input)
  const [decisive, ...others] = evidence
  if (!decisive)
    return { ...FAILURE_PROFILES.unknown, failureClass: 'unknown', matched: null, alternatives: [], confidence: 0 }
  const seen = new Set([decisive.failureClass])
  const alternatives = others.flatMap(({ failureClass, matched }) => {
    if (seen.has(failureClass)) return []
    seen.add(failureClass)
    return [{ failureClass, matched }]
  })
  const equals = others.filter(({ source }) => source === decisive.source)
  const rivals = new Set(
    equals.map(({ failureClass }) => failureClass).filter((other) => other !== decisive.failureClass),
  )
  return {
    ...FAILURE_PROFILES[decisive.failureClass],
    failureClass: decisive.failureClass,
    matched: decisive.matched,
    alternatives,
    confidence: Math.max(0.3, certainty[decisive.source] - 0.1 * rivals.size),
  }
}

/** Returns all evidence, the decisive one first. */
function evidenceOf({ message, toolCalls, httpStatus, errorCode }: ClassifyFailureInput): FailureEvidence[] {
  const text = readable(message)
  const sentinel: FailureEvidence[] =
    toolCalls === -1 ? [{ failureClass: 'timeout', matched: 'tool_calls = -1', source: 'tool_calls' }] : []
  const words = phrasesIn(text)
  // Bedrock answers a request that is too long for its model with the exception of malformed requests.
  const isTooLong = words.some(({ failureClass }) => failureClass === 'unknown')
  const isMeant = ({ failureClass }: FailureEvidence) => !isTooLong || failureClass !== 'invalid_tool_args'
  const statuses = [...statusEvidence(httpStatus), ...statusEvidence(errorCode)]
  const codes = codeEvidence(errorCode)
  const isLate = codes.some(({ failureClass }) => failureClass === 'timeout')
  const reported = (isLate ? [...statuses, ...codes] : [...codes, ...statuses]).filter(isMeant)
  const stated = [...codesIn(text), ...statusesIn(text)].filter(isMeant).sort((left, right) => rank(left) - rank(right))
  const rateOnly = [...reported, ...stated][0]?.failureClass === 'rate_limited'
  const spend = rateOnly ? [...stated, ...words].filter(isSpent) : []
  const found = [...sentinel, ...spend, ...reported, ...stated, ...programErrors(text), ...words]
  return found.length > 0 ? found : localPhrasesIn(text)
}

/** Next to a rate limit, the bare word "quota" means that limit; a plan, a period or money means spending. */
function isSpent({ failureClass, matched, source }: FailureEvidence): boolean {
  if (failureClass !== 'provider_spend_limit') return false
  const isQuota = source === 'phrase' && /\bquota\b/i.test(matched)
  return (
    !isQuota ||
    /\b(?:plan|bill|credit|balance|budget|spend|cost|month|week|dai|day|hour|usage|insufficient|reset)/i.test(matched)
  )
}

/** Keeps the beginning and end of a long message: a stack trace names its error in the first or the last line. */
function readable(message: string): string {
  const text =
    message.length > 2 * readableCharacters
      ? `${message.slice(0, readableCharacters)}\n${message.slice(-readableCharacters)}`
      : message
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join('\n')
}

function rank({ failureClass, source }: FailureEvidence): number {
  const serverAnswer = failureClass === 'provider_transient' && source === 'text_status'
  return CLASS_PRECEDENCE.indexOf(serverAnswer ? 'rate_limited' : failureClass) + (serverAnswer ? 0.5 : 0)
}

function codeEvidence(code: string | number | null | undefined): FailureEvidence[] {
  const failureClass = typeof code === 'string' ? classOfCode(code) : null
  return failureClass ? [{ failureClass, matched: String(code), source: 'error_code' }] : []
}

function statusEvidence(status: string | number | null | undefined): FailureEvidence[] {
  const failureClass = status === null || status === undefined ? null : classOfStatus(Number(status))
  return failureClass ? [{ failureClass, matched: `HTTP ${status}`, source: 'http_status' }] : []
}

function programErrors(text: string): FailureEvidence[] {
  const match = programError.exec(text)
  return match ? [{ failureClass: 'unknown', matched: match[0], source: 'program_error' }] : []
}
