import type { KeptFault, KeptResult, KeptScenario, KeptState } from '@/lib/contracts/kept-scenarios'
import { formatListed, formatPlural, formatScore } from '../format/number'
import { cutLine } from '../format/text'
import { failureWords } from './failures'

type Mark = { word: string; status: 'pass' | 'review' | 'fail' | 'unknown' | 'running' }

/** Labels and statuses of the result of a kept scenario. */
export const keptMarks: Record<KeptState, Mark> = {
  came_back: { word: 'Came back', status: 'fail' },
  failed_otherwise: { word: 'Failed differently', status: 'fail' },
  below: { word: 'Rated too low', status: 'review' },
  unclear: { word: 'Needs a person', status: 'review' },
  waiting: { word: 'Waiting to run', status: 'running' },
  not_run: { word: 'Not run', status: 'unknown' },
  not_seen: { word: 'Not seen again', status: 'unknown' },
  passed: { word: 'Approved', status: 'pass' },
}

const MESSAGE = 120

const ISSUES: Readonly<Record<string, string>> = { missing_field: 'missing', type: 'of another type' }

/** Describes a fault in a few words. */
export function faultText(fault: KeptFault): string {
  switch (fault.kind) {
    case 'failure':
      // Without a step the message alone says what happened, as that its executor cannot be reached.
      return fault.node === 'run'
        ? cutLine(fault.message, MESSAGE)
        : `${fault.node}: ${failureWords({ ...fault, template: fault.message, code: null })}`
    case 'finding':
      return `“${fault.text}” is contradicted`
    case 'issue':
      return `${fault.field} ${ISSUES[fault.type] ?? fault.type.replaceAll('_', ' ')}`
    case 'rejected':
      return fault.reason ? `${fault.by}: ${fault.reason}` : `rejected by ${fault.by}`
  }
}

/** Describes the expected verdict: "Should be approved", "Should be rated 0.70 or better". */
export function expectedText({ expected }: Pick<KeptScenario, 'expected'>): string {
  return expected === 1 ? 'Should be approved' : `Should be rated ${formatScore(expected)} or better`
}

type Said = Pick<KeptResult, 'state' | 'fault' | 'runs' | 'showing' | 'by' | 'fromVersion'>

/** Describes the result of a kept scenario in a version, including that it is unknown. */
export function keptSentence({ state, fault, runs, showing, by, fromVersion }: Said): string {
  const of = runs > 1 ? ` in ${showing} of ${formatPlural(runs, 'run')}` : ''
  const what = fault ? faultText(fault).replace(/\.$/, '') : null
  switch (state) {
    case 'came_back':
      return fault?.kind === 'rejected'
        ? `Rejected again${of}: ${what}.`
        : `The fault of ${fromVersion} came back${of}: ${what}.`
    case 'failed_otherwise':
      return `It failed${of}, but differently than in ${fromVersion}${what ? `: ${what}` : ''}.`
    case 'below':
      return `${by ?? 'A person'} rated it lower than expected${of}.`
    case 'unclear':
      return `Not reviewed yet, and only a person can tell${what ? ` whether this came back: ${what}` : ''}.`
    case 'waiting':
      return 'Its run is waiting or in progress.'
    case 'not_run':
      return 'No run, so no result.'
    case 'not_seen':
      return `The fault of ${fromVersion} did not come back${what ? `: ${what}` : ''}. Not reviewed yet.`
    case 'passed':
      return `Reviewed${of}, with the expected verdict.`
  }
}

/** Says of a list of retired scenarios what they are for, and if it ends before the last of them. */
export const retiredNote = (shown: number, all: number) =>
  `Later versions skip these. ${formatListed(shown, 'retired last', all)}`.trim()
