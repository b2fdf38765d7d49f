import { isRecord } from '@/lib/contracts/is-record'

/** A planned run: its kind and scenario. */
export interface PlannedTrial<T> {
  kind: 'live' | 'dry_run'
  scenario: T
}

interface Plan {
  kind: PlannedTrial<unknown>['kind']
  count: number
  /** Number of earlier trials of this kind, after which the rotation continues. */
  from: number
}

/** Plans `count` trials over the scenarios in rotation, so that their numbers differ by at most one. Empty without scenarios. */
export function planTrials<T>(scenarios: readonly T[], { kind, count, from }: Plan): PlannedTrial<T>[] {
  if (scenarios.length === 0) return []
  return Array.from({ length: count }, (_, place) => scenarios[(from + place) % scenarios.length]).flatMap(
    (scenario) => (scenario === undefined ? [] : [{ kind, scenario }]),
  )
}

/** The requested trial, which the answer has to match. */
interface AskedTrial {
  chain: string
  version: string
  kind: 'live' | 'dry_run'
  scenario: string | null
}

/** Why an executor returned no run. `code` and `httpStatus` decide the failure class before the text does. */
export interface TrialFailure {
  message: string
  code?: string
  httpStatus?: number
}

export type ReadAnswer = { run: Record<string, unknown> } | { failure: TrialFailure }

const EXCERPT = 300

/**
 * Parses an executor's HTTP answer: any 2xx with a JSON object is the body of a run. Everything else is a failure that describes the
 * answer; `text` is cut to 300 characters in it.
 */
export function readHttpAnswer(status: number, text: string, parse: (text: string) => unknown): ReadAnswer {
  if (status >= 300 && status < 400) {
    const message = `the executor answered ${status}: redirects are not followed, so name the address it leads to`
    return { failure: { message, httpStatus: status } }
  }
  if (status < 200 || status >= 300) {
    const message = `the executor answered ${status}${hints[status] ?? ''}${excerptOf(text)}`
    return { failure: { message, httpStatus: status } }
  }
  return readRunText(text, parse)
}

/** What a status means for the publisher of the version. */
const hints: Record<number, string> = {
  401: ', it does not accept the headers of this version',
  403: ', it does not accept the headers of this version',
  404: ', nothing is at this path',
  405: ', it does not accept POST there',
  413: ', the request is too large for it',
}

function readRunText(text: string, parse: (text: string) => unknown): ReadAnswer {
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    // The parser's details would otherwise be taken for the executor's own message by the failure classification.
    const why =
      error instanceof SyntaxError || !(error instanceof Error) ? 'it is not JSON' : error.message.split(':')[0]
    return { failure: { message: `the answer of the executor is unusable, ${why}${excerptOf(text)}` } }
  }
  if (isRecord(value)) return { run: value }
  return { failure: { message: `the answer of the executor is no JSON object${excerptOf(text)}` } }
}

const IDENTITY = ['chain', 'version', 'kind', 'scenario'] as const

/** Returns a failure for the first identity field of the answer that differs from the requested trial; null when all given ones match. */
export function findMismatch(run: Readonly<Record<string, unknown>>, asked: AskedTrial): TrialFailure | null {
  const wrong = IDENTITY.find((field) => run[field] !== undefined && run[field] !== null && run[field] !== asked[field])
  if (!wrong) return null
  const actual = JSON.stringify(run[wrong])?.slice(0, 100)
  return { message: `the executor answered for ${wrong} ${actual}, and was asked for ${JSON.stringify(asked[wrong])}` }
}

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return ''
  const shown = [...line.slice(0, EXCERPT + 1)]
  return `: ${shown.length > EXCERPT ? `${shown.slice(0, EXCERPT).join('')}…` : line}`
}
