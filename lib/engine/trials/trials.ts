import { isRecord } from '@/lib/contracts/is-record'

/** A run to be made: of which kind, on which scenario. */
export interface PlannedTrial<T> {
  kind: 'live' | 'dry_run'
  scenario: T
}

interface Plan {
  kind: PlannedTrial<unknown>['kind']
  count: number
  /** How many of this kind there were before: the turn goes on from there. */
  from: number
}

/** `count` trials over the scenarios in turn, so that each is run as often as the others, give or take one. Empty without scenarios. */
export function planTrials<T>(scenarios: readonly T[], { kind, count, from }: Plan): PlannedTrial<T>[] {
  if (scenarios.length === 0) return []
  return Array.from({ length: count }, (_, place) => scenarios[(from + place) % scenarios.length]).flatMap(
    (scenario) => (scenario === undefined ? [] : [{ kind, scenario }]),
  )
}

/** What a trial asked for, as the answer has to match it. */
interface AskedTrial {
  chain: string
  version: string
  kind: 'live' | 'dry_run'
  scenario: string | null
}

/** Why an executor gave no run. `code` and `httpStatus` decide the failure class before the words do. */
export interface TrialFailure {
  message: string
  code?: string
  httpStatus?: number
}

export type ReadAnswer = { run: Record<string, unknown> } | { failure: TrialFailure }

const EXCERPT = 300

/**
 * Reads what an executor answered over HTTP: any 2xx with a JSON object is the body of a run. Everything else is a failure that
 * says what came instead; `text` is cut to 300 characters in it.
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

/** What a status means for whoever published the version. */
const hints: Record<number, string> = {
  401: ', it does not accept the headers of this version',
  403: ', it does not accept the headers of this version',
  404: ', nothing is at this path',
  405: ', it takes no POST there',
  413: ', the request is too large for it',
}

/** Reads the body of a run from text. */
function readRunText(text: string, parse: (text: string) => unknown): ReadAnswer {
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    // The parser's details would be read as the executor's own words by whoever classifies the failure.
    const why =
      error instanceof SyntaxError || !(error instanceof Error) ? 'it is not JSON' : error.message.split(':')[0]
    return { failure: { message: `the answer of the executor is unusable, ${why}${excerptOf(text)}` } }
  }
  if (isRecord(value)) return { run: value }
  return { failure: { message: `the answer of the executor is no JSON object${excerptOf(text)}` } }
}

const IDENTITY = ['chain', 'version', 'kind', 'scenario'] as const

/** The first part of the answer's identity that is not what was asked for; null where all that is said agrees. */
export function findMismatch(run: Readonly<Record<string, unknown>>, asked: AskedTrial): TrialFailure | null {
  const wrong = IDENTITY.find((field) => run[field] !== undefined && run[field] !== null && run[field] !== asked[field])
  if (!wrong) return null
  const told = JSON.stringify(run[wrong])?.slice(0, 100)
  return { message: `the executor answered for ${wrong} ${told}, and was asked for ${JSON.stringify(asked[wrong])}` }
}

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return ''
  const shown = [...line.slice(0, EXCERPT + 1)]
  return `: ${shown.length > EXCERPT ? `${shown.slice(0, EXCERPT).join('')}…` : line}`
}
