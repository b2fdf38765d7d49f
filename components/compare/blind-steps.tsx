'use client'

import { useState } from 'react'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import type { BlindSide } from '@/lib/contracts/pairs'
import { formatPlural } from '@/lib/presentation/format/number'
import { Value } from './value-diff'

const SHOWN = 30

type BlindStepsProps = { steps: BlindSide['steps']; isOpen: boolean }

/** Steps of one side, collapsed under the answer. */
export function BlindSteps({ steps, isOpen }: BlindStepsProps) {
  const [shown, setShown] = useState(SHOWN)
  if (steps.length === 0) return null
  return (
    <details className="mt-4" open={isOpen}>
      <summary className="flex min-h-6 w-fit items-center rounded-sm text-ink-2 text-sm hover:text-ink">
        {formatPlural(steps.length, 'step')}
      </summary>
      <ol className="mt-2 divide-y border-t">
        {steps.slice(0, shown).map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position.
          <li key={place} className="py-2 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
            <p className="flex items-center gap-2 text-sm">
              <span className="text-ink-3">{place + 1}</span>
              <span className="font-medium">{step.name}</span>
              {step.status === 'failed' && <StatusMark status="failed" />}
            </p>
            {step.toolCalls?.map((call, at) => (
              <Value
                // biome-ignore lint/suspicious/noArrayIndexKey: a call is identified by its position.
                key={at}
                value={{ [call.name]: call.arguments, ...(call.result !== undefined && { result: call.result }) }}
              />
            ))}
            {step.output !== undefined && <Value value={step.output} />}
            {step.error !== null && <p className="text-fail-fg text-sm">{step.error}</p>}
          </li>
        ))}
      </ol>
      {steps.length > shown && (
        <Button size="sm" className="mt-2" onClick={() => setShown(steps.length)}>
          Show all {formatPlural(steps.length, 'step')}
        </Button>
      )}
    </details>
  )
}
