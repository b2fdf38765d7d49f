import type { InputOf } from '@/lib/contracts/contract'
import type { addDeadLetter } from '@/lib/contracts/dead-letters'
import { postDeadLetter } from '../dead-letters/add'
import { claimDeadLetters, reportDeadLetter } from '../dead-letters/lease'
import { getDeadLetter } from '../dead-letters/list'
import type { TestProject } from './factories'

/** Time at which `add` adds, in ms since 1970. */
export const noon = Date.parse('2026-11-21T12:00:00Z')

/** This many seconds after `noon`. */
export const later = (seconds: number) => new Date(noon + seconds * 1000)

export type Letter = InputOf<typeof addDeadLetter>

/** Posts a dead letter, transient by default; resolves to its id. */
export async function add(test: TestProject, letter: Partial<Letter> = {}): Promise<string> {
  const whole = { operation: 'tool:bash', error: 'exit 1', category: 'TRANSIENT' as const, ...letter }
  return (await postDeadLetter.run(test.at(later(0)), whole)).item.id
}

export const see = async ({ key }: TestProject, deadLetterId: string) => {
  const { item, events } = await getDeadLetter.run(key, { deadLetterId })
  return { ...item, events: events.map((event) => event.kind) }
}

/** Claims tool work as a worker at that second. */
export async function claim(test: TestProject, seconds: number, limit = 10) {
  return (await claimDeadLetters.run(test.at(later(seconds)), { operation: 'tool:', limit })).claimed
}

export function report(test: TestProject, seconds: number, deadLetterId: string, attempt: number, isSuccess: boolean) {
  const outcome = isSuccess ? { outcome: 'success' as const } : { outcome: 'failure' as const, error: 'exit 2' }
  return reportDeadLetter.run(test.at(later(seconds)), { deadLetterId, attempt, ...outcome })
}
