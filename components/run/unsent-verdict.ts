import { keepUnsent } from '@/components/ui/browser-storage'

export const unsentKeys = {
  reject: (runId: string) => `reject ${runId}`,
  rating: (runId: string) => `rating ${runId}`,
  why: (runId: string) => `why ${runId}`,
  answers: (runId: string) => `answers ${runId}`,
}

/** Forgets what was typed for a verdict, once one is given. */
export function forgetUnsentVerdict(runId: string): void {
  for (const keyOf of Object.values(unsentKeys)) keepUnsent(keyOf(runId), '')
}
