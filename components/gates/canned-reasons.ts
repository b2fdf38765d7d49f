import type { Verdict } from './confirm-decision'

/** What people most often say, to begin with. */
export const cannedReasons: Record<Verdict, readonly string[]> = {
  rejected: [
    'The answers are worse.',
    'It breaks its contract.',
    'It costs or takes too much.',
    'Too few runs to tell.',
  ],
  approved: [
    'The drop is expected and accepted.',
    'The work was harder, not the version worse.',
    'Checked by hand, and good enough.',
  ],
}

/** The reason with a canned one added, or taken out again where it is in. */
export function toggleReason(reason: string, canned: string): string {
  const without = reason.replace(canned, '').replace(/ {2,}/g, ' ').trim()
  return reason.includes(canned) ? without : `${reason.trim()} ${canned}`.trim()
}
