import type { WorkKind } from '@/lib/contracts/work'

/** Each kind of timed work on an item, as the subject of a sentence. */
export const workNames: Record<WorkKind, string> = {
  gate_deadline: 'Timing out a gate',
  gate_warning: "Warning of a gate's deadline",
  dead_letter: 'Looking after a dead letter',
  mail: 'Sending the mail of this project',
  webhook: 'Delivering to a webhook',
  trial: 'Running a trial',
  weekly: 'Making the weekly page',
  pruning: 'Removing what was kept for long enough',
}

const PAGES: Partial<Record<WorkKind, (item: string) => string>> = {
  gate_deadline: (item) => `/gates/${item}`,
  gate_warning: (item) => `/gates/${item}`,
  dead_letter: () => '/dead-letters',
  mail: () => '/settings/mail',
  webhook: (item) => `/settings/webhooks?endpoint=${item}`,
  weekly: () => '/week',
}

/** The page where the item is seen, as a path within the project; null where none is. */
export function pageOf(kind: WorkKind, item: string): string | null {
  return PAGES[kind]?.(item) ?? null
}
