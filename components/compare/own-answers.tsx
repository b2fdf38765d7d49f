'use client'

import { Undo2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import { ANSWERS_MOST } from '@/lib/contracts/limits'
import { formatPlural } from '@/lib/presentation/format/number'
import type { usePairs } from './use-pairs'

const SHOWN = 20

type OwnAnswersProps = {
  queue: Pick<ReturnType<typeof usePairs>, 'own' | 'undo' | 'isSending'>
  /** Folded beside a pair to be judged. */
  isFolded?: boolean
}

/** The person's answers that they may still take back, newest first. */
export function OwnAnswers({ queue: { own, undo, isSending }, isFolded = false }: OwnAnswersProps) {
  if (own.length === 0) return null
  const list = (
    <ShowAll items={own} most={SHOWN} noun="answer">
      {(shown) => (
        <ul className="divide-y border-y text-sm">
          {shown.map((answer, place) => {
            const { verdictId, scenario, choice, note } = answer
            const name = scenario ?? `Pair ${own.length - place}`
            return (
              <li key={verdictId} className="flex items-center gap-x-4 py-1.5">
                <p className="wrap-anywhere min-w-0 flex-1">
                  <span className="font-medium">{choiceWords[choice]}</span>{' '}
                  <span className="text-ink-2">
                    {name}
                    {note && ` · ${note}`}
                  </span>
                </p>
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<Undo2 aria-hidden />}
                  aria-label={`Take back: ${choiceWords[choice]} ${name}`}
                  aria-disabled={isSending}
                  onClick={() => undo(answer)}
                >
                  Take back
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </ShowAll>
  )
  return (
    <Panel title="Answers so far" note="Yours to change until you see which side was which.">
      {isFolded ? (
        <details>
          <summary className="w-fit py-1 text-ink-2 text-sm hover:text-ink">
            {own.length >= ANSWERS_MOST && 'The latest '}
            {formatPlural(own.length, 'answer')}
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </Panel>
  )
}

const choiceWords = { first: 'A is better.', second: 'B is better.', equal: 'Neither is better.' } as const
