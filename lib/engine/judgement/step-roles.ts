import { isRecord } from '@/lib/contracts/is-record'
import { textOf } from './read-trace'

/** A step of a run as recorded by a framework; any part may be missing. */
export interface FailedRunStep {
  id?: string | undefined
  agent?: string | undefined
  role?: string | undefined
  content?: unknown
  error?: unknown
  tool?: string | undefined
  /** It failed or was skipped because of another step. */
  isCascade?: boolean | undefined
  /** It failed, and the run recovered from that. */
  isHandled?: boolean | undefined
}

/** `person` asks, `lead` plans and assigns work, `worker` does it, `machine` returns the result of a call or of code. */
type StepRole = 'person' | 'lead' | 'worker' | 'machine'

/** A step as text, with its role. */
export interface ReadStep {
  agent: string | null
  role: StepRole
  text: string
  /** The message of the step's own error, '' for none. */
  error: string
  /** Whether the step has an error or reports one. */
  hasError: boolean
  /** Whether the run recovered from the error, and ended by another one. */
  isPast: boolean
  /** Whether it is a machine's empty answer, without an error. An answer that was not recorded is none. */
  isEmpty: boolean
}

const personName = /^(?:human|user|customer|client)(?:[ _-]?\d+)?$/i
const machineName = /(?:terminal|executor|environment|tools?|proxy|sandbox|interpreter)(?:[ _-]?\d+)?$/i
const leadName = /(?:orchestrator|manager|planner|supervisor|coordinator|router)(?:[ _-]?\d+)?$/i
const machineAnswer = /^\s*exit ?code:/i
const reportedError =
  /exit ?code: [1-9]|execution failed|traceback \(most recent|\b\w*(?:Error|Exception)\b:|^error\b|\berror:|timed? ?out|"error"\s*:\s*[{"[]|"status(?:_?code)?"\s*:\s*(?:[45]\d\d\b|"(?:error|failed|failure)")|"success"\s*:\s*false|"is_?error"\s*:\s*true/i
/** "Error" at the start of an answer, in other languages. */
const foreignError =
  /^\s*(?:fehler|erreur|errore|erro|fout|fel|feil|fejl|virhe|błąd|hata|ошибка|错误|錯誤|エラー|오류)(?!\p{L})/iu
const stackTrace = /Traceback \(most recent|^[ \t]+at \S+ \(\S+:\d+:\d+\)/m
const emptyAnswer =
  /output:\s{0,9}(?:\[\]|none|false|0|null|\{\}|nan)?$|^(?:\[\]|\{\}|null|none)?$|\b(?:not found|no (?:results?|data|output|information|matches)|could not (?:find|be found)|does not (?:contain|exist))\b/i
const nothingToRun = /no code (?:from|block)|nothing to execute/i

/** Reads the steps of a run. A step without an agent is identified by the role of its message. */
export function readSteps(steps: readonly FailedRunStep[]): ReadStep[] {
  const hasFatal = steps.some(({ error, isHandled }) => !isHandled && errorText(error) !== '')
  return steps.map((step) => {
    const text = textOf(step.content)
    const role = roleOf(step, text)
    const error = errorText(step.error)
    const reportsError =
      role === 'machine' ? reportedError.test(text) || foreignError.test(text) : stackTrace.test(text)
    const hasError = error !== '' || reportsError
    return {
      agent: step.agent ?? step.role ?? step.tool ?? null,
      role,
      text: text === '' ? error : text,
      error,
      hasError,
      isPast: step.isHandled === true && hasFatal,
      isEmpty:
        step.content !== undefined &&
        role === 'machine' &&
        !hasError &&
        emptyAnswer.test(text.trim()) &&
        !nothingToRun.test(text),
    }
  })
}

const NESTING_MAX = 5

/** Returns the message of an error, not the object around it; without one, that of what it contains. */
function errorText(error: unknown): string {
  let at = error
  for (let depth = 0; depth < NESTING_MAX && isRecord(at); depth++) {
    if (typeof at.message === 'string' && at.message !== '') return at.message
    at = at.error ?? at.cause
  }
  return textOf(typeof at === 'string' && at !== '' ? at : error)
}

function roleOf({ agent, role = '', tool }: FailedRunStep, text: string): StepRole {
  const name = agent ?? role
  if (personName.test(name)) return 'person'
  if (machineName.test(name) || /^(?:tool|function|system)$/i.test(role) || machineAnswer.test(text)) return 'machine'
  if (agent === undefined && tool !== undefined && !/^(?:assistant|model|ai)$/i.test(role)) return 'machine'
  return leadName.test(name) ? 'lead' : 'worker'
}
