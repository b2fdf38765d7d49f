import type { ConfigurationView } from '@/lib/contracts/configuration-requests'

type Level = Pick<ConfigurationView, 'effective' | 'maxAttempts'>

/** What a change does not touch, in sentences. */
export function changeNotes(before: Level, after: Level): string[] {
  const notes: string[] = []
  if (before.effective.profile !== after.effective.profile)
    notes.push(
      'Runs already scored keep their scores, so that means hold both kinds. Rescore to replay history as a new series.',
    )
  if (before.maxAttempts !== after.maxAttempts)
    notes.push('Runs already decided keep their decision; the new number of attempts holds for the next runs.')
  if (before.effective.gate_hours !== after.effective.gate_hours) notes.push('Gates that are open keep their deadline.')
  if (before.effective.gate_quorum !== after.effective.gate_quorum)
    notes.push('Gates that are open keep the number of approvals they were opened with.')
  return notes
}
