import type { GateRow } from '@/lib/contracts/gates'

export type Verdict = 'approved' | 'rejected'

type Subject = 'drop' | 'run' | 'version'

/** Common reasons by gate subject and verdict. */
const cannedReasons: Record<Subject, Record<Verdict, readonly string[]>> = {
  drop: {
    rejected: [
      'The answers are worse.',
      'It breaks its contract more often.',
      'It costs or takes too much.',
      'Too few runs to tell.',
    ],
    approved: [
      'The drop is expected and accepted.',
      'The work was harder; the version is not worse.',
      'I read the worst runs, and they are good enough.',
    ],
  },
  run: {
    rejected: [
      'The answer is wrong.',
      'It makes claims its sources do not support.',
      'Something that was requested is missing.',
      'It did something it must not do.',
    ],
    approved: ['Checked by hand, and correct.', 'Good enough for what it is for.', 'The findings are not real faults.'],
  },
  version: {
    rejected: [
      'Not good enough yet.',
      'It breaks its contract.',
      'It costs or takes too much.',
      'Too few runs to tell.',
    ],
    approved: ['Checked by hand, and good enough.', 'Better than what it replaces.', 'The risk is known and accepted.'],
  },
}

/** Returns the common reasons for a gate. */
export function reasonsFor({ kind, runId }: Pick<GateRow, 'kind' | 'runId'>): Record<Verdict, readonly string[]> {
  if (runId !== null) return cannedReasons.run
  return cannedReasons[kind === 'regression' ? 'drop' : 'version']
}

/** Adds a canned reason to the text, or removes it if the text contains it. */
export function toggleReason(reason: string, canned: string): string {
  const without = reason.replace(canned, '').replace(/ {2,}/g, ' ').trim()
  return reason.includes(canned) ? without : `${reason.trim()} ${canned}`.trim()
}
