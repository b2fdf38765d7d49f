'use client'

import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { RangeInput } from '@/components/ui/range-input'
import type { Calibration } from '@/lib/contracts/calibration'
import { autoAcceptSentence } from '@/lib/presentation/charts/prepare-calibration'

/** Maximum of the slider in percent; the text field allows higher values, which are rarely tolerable. */
const SLIDER_END = 30

type AutoAcceptPanelProps = {
  autoAccept: Calibration['autoAccept']
  /** The tolerated error share from the URL, in [0, 1]. */
  errors: number
  /** The shown result is of another share, because the current one is loading. */
  isBusy: boolean
  onErrors: (errors: number) => void
}

/** Threshold above which runs could be accepted without a person. Informational: it accepts nothing. */
export function AutoAcceptPanel({ autoAccept, errors, isBusy, onErrors }: AutoAcceptPanelProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? toPercentText(errors)
  const percent = text.trim() === '' ? Number.NaN : Number(text)
  const isValid = percent >= 0 && percent <= 100
  // Committed at the end of a drag, so that not every step of the slider sends a request.
  const commit = () => {
    if (draft === null || !isValid) return
    setDraft(null)
    const share = Math.round(percent * 1000) / 100_000
    if (share !== errors) onErrors(share)
  }
  return (
    <Panel title="Accepting without a person">
      <Form isFree className="max-w-prose" onSubmit={commit}>
        <Field
          label="Tolerated error rate"
          hint="Percent of accepted runs that may be wrong."
          error={isValid ? null : 'A number from 0 to 100.'}
        >
          {(control) => (
            <span className="flex items-center gap-3">
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                className="w-20 text-right tabular-nums"
                value={text}
                onChange={(event) => setDraft(event.target.value)}
                onBlur={commit}
              />
              <span className="text-ink-3 text-sm">%</span>
              <RangeInput
                aria-label="Tolerated error rate, slider"
                className="min-w-[80px] max-w-64 flex-1"
                min={0}
                max={SLIDER_END}
                step={1}
                value={isValid ? percent : 0}
                onChange={(event) => setDraft(event.target.value)}
                onPointerUp={commit}
                onKeyUp={commit}
                onBlur={commit}
              />
            </span>
          )}
        </Field>
      </Form>
      <p aria-live="polite" aria-busy={isBusy} className={isBusy ? 'mt-3 text-sm opacity-60' : 'mt-3 text-sm'}>
        {autoAcceptSentence(autoAccept)}
      </p>
      <p className="mt-1 text-ink-3 text-xs">
        Nothing is accepted by itself; this only tells where the line would lie.
      </p>
    </Panel>
  )
}

const toPercentText = (share: number) => String(Math.round(share * 100_000) / 1000)
