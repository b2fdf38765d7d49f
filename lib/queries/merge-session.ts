import type { ThinkingSessionView } from '@/lib/contracts/thinking/sessions'

/** A session as it was known, with what came since; thoughts that are no longer kept go. */
export function mergeSession(known: ThinkingSessionView, since: ThinkingSessionView): ThinkingSessionView {
  const { firstOrdinal } = since
  const kept = firstOrdinal === null ? [] : known.thoughts.filter(({ ordinal }) => ordinal >= firstOrdinal)
  const last = kept.at(-1)?.ordinal ?? 0
  return { ...since, thoughts: [...kept, ...since.thoughts.filter(({ ordinal }) => ordinal > last)] }
}
