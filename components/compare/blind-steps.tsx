'use client'

import { StatusMark } from '@/components/domain-ui/status-mark'
import { ShowAll } from '@/components/ui/show-all'
import type { BlindSide } from '@/lib/contracts/pairs'
import { formatPlural } from '@/lib/presentation/format/number'
import { Value } from './value-diff'

const SHOWN = 30

type BlindStepsProps = { steps: BlindSide['steps']; isOpen: boolean }

/** Steps of one side, collapsed under the answer. */
export function BlindSteps({ steps, isOpen }: BlindStepsProps) {
  if (steps.length === 0) return null
  return (
    <details className="mt-4" open={isOpen}>
      <summary className="w-fit text-ink-2 text-sm hover:text-ink">{formatPlural(steps.length, 'step')}</summary>
      <ShowAll items={steps} most={SHOWN} noun="step">
        {(shown) => (
          <ol className="mt-2 divide-y border-t">
            {shown.map((step, place) => (
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
        )}
      </ShowAll>
    </details>
  )
}
