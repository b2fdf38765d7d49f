import type { GivenAnswer } from '@/lib/contracts/rubrics'
import { answerText } from '@/lib/presentation/labels/review'

/** Answers to the rubric that were given with a verdict. */
export function GivenAnswers({ answers }: { answers: readonly GivenAnswer[] }) {
  if (answers.length === 0) return null
  return (
    <ul aria-label="Answers" className="text-ink-2 text-xs">
      {answers.map((answer) => (
        <li key={`${answer.item} ${answer.nodeId}`} className="whitespace-pre-line break-words">
          {answer.label}
          {answer.nodeId !== null && ` (step ${answer.nodeId})`}{' '}
          <span className="font-medium text-ink">{answerText(answer)}</span>
        </li>
      ))}
    </ul>
  )
}
