'use client'

import { useMutation } from '@tanstack/react-query'
import { GivenAnswers } from '@/components/domain-ui/given-answers'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { verdictWord } from '@/lib/presentation/labels/reveal'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

/** Shows, when asked, what the people who disagree on a run said, without their names. */
export function DisputedSides({ project, runId }: { project: string; runId: string }) {
  const { data, error, isPending, mutate } = useMutation(
    mutationOf('POST /api/v1/review/runs/{runId}/sides', { project, changes: [] }),
  )
  const show = () => {
    if (!isPending && !data) mutate({ runId })
  }
  useShortcuts('Review', data ? [] : [{ keys: 'v', label: 'Read both sides’ reasons', run: show }])
  return (
    <section aria-label="What both sides said" className="mt-2 text-sm" aria-live="polite">
      {data ? (
        <ul className="grid gap-x-8 gap-y-2 border-y py-2 sm:grid-cols-2">
          {data.sides.map((side) => (
            <li key={side.decisionId} className="min-w-0">
              <p className="eyebrow">{verdictWord(side)}</p>
              <p className={`wrap-anywhere whitespace-pre-line ${side.reason ? '' : 'text-ink-3'}`}>
                {side.reason ?? 'No reason was given.'}
              </p>
              <GivenAnswers answers={side.answers} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <Button size="sm" shortcut="v" pending={isPending} onClick={show}>
            Read both reasons
          </Button>
          Look yourself first. Names stay hidden, and your verdict then no longer counts as an independent one.
        </p>
      )}
      {error && <p className="text-fail-fg">{toProblem(error).message}</p>}
    </section>
  )
}
