import type { JudgePurpose } from '@/lib/contracts/judge'
import type { JudgeQuestion } from '@/lib/engine/judge/judge-question'
import type { JudgeVerdict } from '@/lib/engine/judge/judge-verdict'

/** A question with what it is for, and how its answer is read. */
export type Asking = {
  question: JudgeQuestion
  purpose: JudgePurpose
  worker: string
  read: (text: string) => JudgeVerdict
}
