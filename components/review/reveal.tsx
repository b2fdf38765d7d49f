'use client'

import { CircleCheck, Scale } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useFirstPress } from '@/components/shell/first-press'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button, onFirstClick } from '@/components/ui/button'
import { orMissing } from '@/components/ui/missing-part'
import type { giveVerdict } from '@/lib/contracts/blind-reviews'
import type { OutputOf } from '@/lib/contracts/contract'
import { agreementWord, deskText, hasDisagreed, verdictOn } from '@/lib/presentation/labels/reveal'
import { isRejection } from '@/lib/presentation/labels/verdicts'

// Few others have answered the questions of a rubric.
const GivenAnswers = dynamic(orMissing(() => import('@/components/domain-ui/given-answers'), 'GivenAnswers'))

export type GivenVerdict = OutputOf<typeof giveVerdict>

type RevealProps = {
  given: GivenVerdict
  isPending: boolean
  onKeep: () => void
  onRevise: (verdict: 'approve' | 'reject') => void
}

/** Reveals the scores and other verdicts after a verdict, which may be changed once. On disagreement, asks who is right. */
export function Reveal({ given, isPending, onKeep, onRevise }: RevealProps) {
  const { decision, reveal } = given
  const isAsked = hasDisagreed(reveal)
  const other = isRejection(decision.value ?? 0) ? 'approve' : 'reject'
  const onFirstPress = useFirstPress(decision.id)
  useShortcuts('After the verdict', [
    { keys: 'a', label: isAsked ? 'Keep my verdict' : 'Next run', run: onFirstPress(onKeep) },
    { keys: 'x', label: 'Change my verdict, once', run: () => onRevise(other) },
  ])
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-1.5 font-medium">
          {isAsked ? (
            <Scale className="size-4 shrink-0 text-review-fg" aria-hidden />
          ) : (
            <CircleCheck className="size-4 shrink-0 text-pass-fg" aria-hidden />
          )}
          You {verdictOn(decision, 'it').toLowerCase()}. {agreementWord(reveal)} {isAsked && 'Who is right?'}
        </p>
        <p className="text-ink-2">
          {deskText(reveal)} {reveal.reason}
        </p>
        {reveal.others.length > 0 && (
          <ul className="text-ink-2">
            {reveal.others.map((person) => (
              <li key={person.decisionId} className="break-words">
                {person.by} {verdictOn(person, 'it').toLowerCase()}
                {person.reason && `: “${person.reason}”`}
                {person.answers.length > 0 && <GivenAnswers answers={person.answers} />}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-lg:w-full max-lg:[&>button]:h-11 max-lg:[&>button]:flex-1">
        <Button
          shortcut="x"
          disabled={isPending}
          title="A verdict may be changed once; both are kept"
          onClick={onFirstClick(() => onRevise(other))}
        >
          Change to {other}
        </Button>
        <Button variant="primary" shortcut="a" disabled={isPending} onClick={onFirstClick(onKeep)}>
          {isAsked ? 'I am right' : 'Next run'}
        </Button>
      </div>
    </div>
  )
}
